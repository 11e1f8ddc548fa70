// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// @dev The part of forge's cheat codes that the tests use.
interface Vm {
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function prank(address sender) external;
    function deal(address account, uint256 balance) external;
    function warp(uint256 time) external;
    function roll(uint256 height) external;
    function etch(address target, bytes calldata code) external;
    function store(address target, bytes32 slot, bytes32 value) external;
    function chainId(uint256 id) external;
    function assume(bool condition) external pure;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectPartialRevert(bytes4 selector) external;
    function envBytes(string calldata name) external view returns (bytes memory);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
