// A bank's height, coup by coup. The table below it holds the same figures; this is their shape.
const place = document.getElementById("chart");
const data = JSON.parse(document.getElementById("chart-data").textContent);
const steps = data.coups.map((_, index) => index); // even steps: coups of one bank need not be adjacent
let chart = null;

// Canvas knows no light-dark(): ask an element what the colour is at the moment.
function resolved(name) {
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  place.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

function picked() {
  const coup = Number(document.getElementById("moment").dataset.coup);
  return Math.max(0, data.coups.indexOf(coup));
}

// Each coup's result as a circle with its letter, so that colour is never alone.
function drawResults(u) {
  const { ctx } = u;
  const radius = 8 * devicePixelRatio;
  const crowded = u.bbox.width / steps.length < radius * 2.5;
  ctx.save();
  ctx.setLineDash([]);
  ctx.font = `700 ${9 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const index of steps) {
    const x = u.valToPos(index, "x", true);
    const y = u.valToPos(data.heights[index], "y", true);
    const winner = data.winners[index];
    ctx.beginPath();
    ctx.arc(x, y, winner && !crowded ? radius : radius / 2, 0, 2 * Math.PI);
    ctx.fillStyle = resolved("--panel");
    ctx.strokeStyle = resolved(winner ? `--${winner}` : "--soft");
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.fill();
    ctx.stroke();
    if (winner && !crowded) {
      ctx.fillStyle = ctx.strokeStyle;
      ctx.fillText(data.letters[index], x, y + devicePixelRatio / 2);
    }
  }
  const x = Math.round(u.valToPos(picked(), "x", true));
  ctx.strokeStyle = resolved("--ink");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, u.bbox.top);
  ctx.lineTo(x, u.bbox.top + u.bbox.height);
  ctx.stroke();
  ctx.restore();
}

function draw() {
  chart?.destroy();
  const soft = resolved("--soft");
  const axis = { stroke: soft, grid: { stroke: resolved("--edge"), width: 1 }, ticks: { show: false }, font: "12px system-ui, sans-serif" };
  const height = resolved("--tie");
  chart = new uPlot({
    width: place.clientWidth,
    height: Math.max(160, place.clientHeight),
    padding: [12, 16, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: (_, least, most) => [least - 0.3, Math.max(most, 1) + 0.3] }, y: { range: (_, least, most) => [0, (most || 1) * 1.12] } },
    axes: [
      { ...axis, size: 34, gap: 12, grid: { show: false }, splits: () => steps.filter((index) => index % Math.ceil(steps.length / 14) === 0), values: (_, splits) => splits.map((index) => (index === 0 ? data.names.taken : data.coups[index])) },
      { ...axis, size: 76, values: (_, splits) => splits.map((value) => value.toLocaleString("en")) },
    ],
    series: [
      {},
      { label: data.names.height, stroke: height, width: 2.5, fill: height.replace("rgb(", "rgba(").replace(")", ", 0.1)"), points: { show: false } },
      { label: data.names.garage, stroke: soft, width: 1.5, dash: [5, 4], points: { show: false } },
    ],
    hooks: { draw: [drawResults] },
  }, [steps, data.heights, data.garages], place);
  chart.over.addEventListener("click", () => {
    const link = document.querySelector(`a[data-coup="${data.coups[chart.cursor.idx]}"]`);
    link?.click();
  });
}

draw();
new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: Math.max(160, place.clientHeight) })).observe(place);
new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
document.addEventListener("htmx:afterSwap", () => chart.redraw(false));
