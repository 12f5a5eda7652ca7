"""Merkle trees as Certificate Transparency knows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_kit.receipts import merkle

# the tree that implementations of RFC 6962 and RFC 9162 are commonly tried on
DATA = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]
DATA += ["606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


@pytest.mark.parametrize("size", range(1, 9))
def test_the_root_is_the_one_of_rfc_9162(size: int) -> None:
    leaves = [merkle.leaf(bytes.fromhex(data)) for data in DATA[:size]]

    assert merkle.tree(leaves).root.hex() == ROOTS[size - 1]


@given(st.integers(1, 70), st.data())
def test_a_path_leads_from_its_leaf_to_the_root_and_from_nowhere_else(
    size: int, data: st.DataObject
) -> None:
    leaves = [merkle.leaf(bytes([n])) for n in range(size)]
    root, paths = merkle.tree(leaves)
    at, other = (data.draw(st.integers(0, size - 1)) for _ in range(2))

    assert merkle.root_of(leaves[at], at, size, paths[at]) == root
    assert (merkle.root_of(leaves[at], other, size, paths[at]) == root) == (at == other)
    assert (merkle.root_of(leaves[other], at, size, paths[at]) == root) == (at == other)


@given(st.integers(1, 70), st.data())
def test_a_path_of_another_length_leads_nowhere(size: int, data: st.DataObject) -> None:
    leaves = [merkle.leaf(bytes([n])) for n in range(size)]
    at = data.draw(st.integers(0, size - 1))
    path = merkle.tree(leaves).paths[at]

    assert merkle.root_of(leaves[at], at, size, [*path, bytes(32)]) is None
    assert not path or merkle.root_of(leaves[at], at, size, path[:-1]) is None
