"""People who play: they sit, bank, stake, call banco, pass and leave, by the rules and from a seed.

`people` knows names, `chemin_de_fer` how people behave at that game, `floor` plays whole tables
through the door. Chance comes in as an argument: the same seed plays the same night.
"""
