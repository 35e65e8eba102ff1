"""What stops a command before it has done anything: told in one sentence, without a traceback."""


class Unable(Exception):  # noqa: N818 - it is raised as "unable to …", and read so
    """The command cannot run on this machine as it is; the text says why and what to do."""
