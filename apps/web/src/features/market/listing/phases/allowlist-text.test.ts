import { describe, expect, it } from 'vitest';
import { readAllowlist } from './allowlist-text.ts';
import { createDraft, toPhaseRequest } from './phase-draft.ts';

const wallet = (letter: string) => letter.repeat(43);

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const listOf = (count: number) =>
	Array.from({ length: count }, (_, number) =>
		String(number)
			.padStart(5, '0')
			.replace(/./g, (digit) => digits[Number(digit)]!)
			.padStart(43, 'z'),
	).join('\n');

describe('a list of wallets', () => {
	it('has one a line, each once, whatever ends a line', () => {
		const text = `${wallet('A')}\r\n\n  ${wallet('B')} \n${wallet('A')}`;
		const wallets = [
			{ address: wallet('A'), line: 1 },
			{ address: wallet('B'), line: 3 },
		];
		expect(readAllowlist(text)).toEqual({ wallets, duplicates: 1, invalid: [] });
	});

	it('may be the first column of a CSV with a heading', () => {
		const text = `wallet_address;note\n"${wallet('C')}";friend\n${wallet('D')}\tx\n${wallet('E')},`;
		const { wallets, invalid } = readAllowlist(text);
		expect(wallets.map(({ address }) => address)).toEqual(['C', 'D', 'E'].map(wallet));
		expect(invalid).toEqual([]);
	});

	it.each(['wallet', 'Wallet Address', '"owner_address"', 'walletAddress', 'Solana wallet', 'PUBLIC KEY'])(
		'may begin with the heading %s',
		(heading) => {
			expect(readAllowlist(`${heading}\n${wallet('C')}`)).toMatchObject({ wallets: [{ line: 2 }], invalid: [] });
		},
	);

	it.each(['not a wallet', 'my wallet', 'Alice', 'wallets of the early supporters'])(
		'names a first line that is neither a wallet nor a heading: %s',
		(text) => {
			expect(readAllowlist(`${text}\n${wallet('C')}`)).toMatchObject({
				wallets: [{ line: 2 }],
				invalid: [{ line: 1, text }],
			});
		},
	);

	it('does not count an address of which letters are missing', () => {
		const cut = wallet('C').slice(3);
		expect(readAllowlist(`${cut}\n${wallet('C')}`)).toEqual({
			wallets: [{ address: wallet('C'), line: 2 }],
			duplicates: 0,
			invalid: [{ line: 1, text: cut }],
		});
	});

	it('names lines that are not a wallet, a second heading and another chain’s address among them', () => {
		const text = `wallet\nwallet\n0x${'1'.repeat(40)}\n${wallet('F')}0\n${'x'.repeat(300)}`;
		const { wallets, invalid } = readAllowlist(text);
		expect(wallets).toEqual([]);
		expect(invalid.map(({ line, text: { length } }) => [line, length])).toEqual([
			[2, 6],
			[3, 42],
			[4, 44],
			[5, 60],
		]);
	});

	it('of 50,000 is read in a moment', () => {
		const text = listOf(50_000);
		const startedAt = performance.now();
		expect(readAllowlist(text).wallets).toHaveLength(50_000);
		expect(performance.now() - startedAt).toBeLessThan(5_000);
	});

	it('on an EVM chain has its addresses, however they are written, and none of Solana', () => {
		const address = `0x${'aB'.repeat(20)}`;
		expect(readAllowlist(`${address}\n${address.toLowerCase()}\n${wallet('A')}`, 'polygon')).toEqual({
			wallets: [{ address, line: 1 }],
			duplicates: 1,
			invalid: [{ line: 3, text: wallet('A') }],
		});
	});

	it('rejects 50,001 wallets before anything is sent, and takes 50,000 with lines that repeat some', () => {
		const sale = { jobId: 'merge-1', network: 'solana', supply: 30 } as const;
		const request = (allowlist: string) =>
			toPhaseRequest(sale, [{ ...createDraft(1, undefined), name: 'Early', hasAllowlist: true, allowlist }]);
		expect(request(listOf(50_001))).toEqual({
			errors: { '0.allowlist': 'A list holds at most 50,000 wallets, and these are 50,001.' },
		});
		expect(request(`${listOf(50_000)}\n${listOf(10)}`)).toMatchObject({ phases: [{ name: 'Early' }] });
	});
});
