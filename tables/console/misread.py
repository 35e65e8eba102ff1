"""A typed line that is no command."""


class Misread(Exception):  # noqa: N818 - said to a person, not an error of the program
    """Said in one sentence to whoever typed the line; nothing was sent to the table."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
