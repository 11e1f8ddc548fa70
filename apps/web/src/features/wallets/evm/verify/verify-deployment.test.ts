import { create2Deployer } from '@adx/contracts/evm/drop/decode-deployment';
import { type DropSettings, toDropDeployment } from '@adx/contracts/evm/drop/drop-deployment';
import { type Hex, zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { RefusedTransactionError } from '../../signing-errors.ts';
import type { EvmCall } from '../calls/send-call.ts';
import { verifyDeployment } from './verify-deployment.ts';

const owner = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const signer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const bytes32 = (byte: string): Hex => `0x${byte.repeat(32)}`;
const listed = { name: 'Frost & Fire', symbol: 'FF', cap: 4 };
const expected = { chainId: 137, owner, ...listed, royalty: 5, commitment: null };
const settings: DropSettings = {
	...listed,
	contractUri: 'ipfs://contract',
	baseUri: 'ipfs://items/',
	owner,
	signer,
	royaltyBps: 500,
	provenance: bytes32('ab'),
};
const salt = bytes32('01');

const toData = (changes: Partial<DropSettings> = {}) => toDropDeployment({ ...settings, ...changes }, salt).data;
const call = (changes: Partial<EvmCall> = {}): EvmCall => ({
	chainId: 137,
	to: create2Deployer,
	data: toData(),
	valueWei: '0',
	...changes,
});
/** The same with one bit of the byte there turned, which is code of the contract or of its constructor. */
const withBitTurned = (data: Hex, byte: number): Hex => {
	const bytes = Buffer.from(data.slice(2), 'hex');
	bytes[byte]! ^= 1;
	return `0x${bytes.toString('hex')}`;
};

describe('the deployment of a collection’s contract', () => {
	test('is told by its data: who signs, where the files are, and the royalty', () => {
		expect(verifyDeployment(call(), expected)).toEqual({ signer, baseUri: 'ipfs://items/', royaltyBasisPoints: 500 });
	});

	test.each([
		['for another network', { chainId: 1 }, /another network/],
		['to another address', { to: other }, /does not go to what deploys contracts/],
		['with money', { valueWei: '1' }, /takes another price/],
		['that cannot be read', { data: '0x1234' }, /not that of the contract/],
		['of no code at all', { data: salt }, /not that of the contract/],
		['of other code', { data: withBitTurned(toData(), 32) }, /not that of the contract/],
		['of code that differs far behind', { data: withBitTurned(toData(), 5_000) }, /not that of the contract/],
		['with another owner', { data: toData({ owner: other }) }, /somebody else the owner/],
		['under another name', { data: toData({ name: 'Other' }) }, /not those of the listing/],
		['under another symbol', { data: toData({ symbol: 'XX' }) }, /not those of the listing/],
		['of more items', { data: toData({ cap: 5 }) }, /not those of the listing/],
		['with another royalty', { data: toData({ royaltyBps: 501 }) }, /not those of the listing/],
		['that somebody else can end', { data: toData({ revealer: other }) }, /commits to something else/],
		['that covers the items', { data: toData({ seedCommitment: bytes32('cd') }) }, /commits to something else/],
		['of other files', { data: toData({ baseUri: 'ipfs://items/covered.json' }) }, /commits to something else/],
	])('rejects one %s', (_name, changes, reason) => {
		const read = () => verifyDeployment(call(changes as Partial<EvmCall>), expected);
		expect(read).toThrow(RefusedTransactionError);
		expect(read).toThrow(reason);
	});

	const commitment = { provenance: 'ab'.repeat(32), seedCommitment: 'cd'.repeat(32) };
	const covered = { seedCommitment: bytes32('cd'), baseUri: 'ipfs://items/covered.json', revealer: other } as const;
	const readCovered = (changes: Partial<DropSettings> = {}) =>
		verifyDeployment(call({ data: toData({ ...covered, ...changes }) }), { ...expected, commitment });

	test('whose items are covered commits to what the page says', () => {
		expect(readCovered()).toMatchObject({ baseUri: 'ipfs://items/covered.json' });
	});

	test.each([
		['another provenance', { provenance: bytes32('ac') }],
		['another seed', { seedCommitment: bytes32('ce') }],
		['no seed', { seedCommitment: bytes32('00') }],
		['uncovered files', { baseUri: 'ipfs://items/' }],
		['nobody who reveals them', { revealer: zeroAddress }],
	])('rejects covered items with %s', (_name, changes) => {
		expect(() => readCovered(changes)).toThrow(/commits to something else/);
	});
});
