"""Codes as people write them down."""

from xiangqi_server.api.names.secret_codes import CODE_BYTES, code_from, code_hash

CODE = "7K2QM-9XFTA-0B4CD-WZ3HN"


def test_a_code_is_four_groups_without_letters_that_look_like_digits() -> None:
    code = code_from(bytes(range(CODE_BYTES)))
    all_letters = code_from(bytes(range(256)))

    assert [len(group) for group in code.split("-")] == [5, 5, 5, 5]
    assert set(all_letters) == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ-")


def test_it_is_read_as_people_write_it() -> None:
    written = (CODE.lower(), CODE.replace("-", " "), f" {CODE}\n", CODE.replace("0", "o"))

    assert {code_hash("ann", text) for text in written} == {code_hash("ann", CODE)}
    assert code_hash("ann", "1l1") == code_hash("ann", "I1i")


def test_it_serves_one_holder() -> None:
    assert code_hash("ann", CODE) != code_hash("ben", CODE)
    assert code_hash("ann", CODE) != code_hash("ann", CODE[:-1])
