import { describe, expect, it } from 'vitest';
import { readAllowlist } from './allowlist-text.ts';

const wallet = (letter: string) => letter.repeat(43);

describe('a list of wallets', () => {
	it('has one a line, each once, whatever ends a line', () => {
		const text = `${wallet('A')}\r\n\n  ${wallet('B')} \n${wallet('A')}`;
		expect(readAllowlist(text)).toEqual({ wallets: [wallet('A'), wallet('B')], duplicates: 1, invalid: [] });
	});

	it('may be the first column of a CSV with a heading', () => {
		const text = `wallet_address;note\n"${wallet('C')}";friend\n${wallet('D')}\tx\n${wallet('E')},`;
		expect(readAllowlist(text)).toMatchObject({ wallets: ['C', 'D', 'E'].map(wallet), invalid: [] });
	});

	it('names lines that are no wallet, a second heading and another chain’s address among them', () => {
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
		const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
		const lines = Array.from({ length: 50_000 }, (_, number) =>
			String(number)
				.padStart(5, '0')
				.replace(/./g, (digit) => digits[Number(digit)]!)
				.padEnd(43, 'z'),
		);
		const startedAt = performance.now();
		expect(readAllowlist(lines.join('\n')).wallets).toHaveLength(50_000);
		expect(performance.now() - startedAt).toBeLessThan(5_000);
	});
});
