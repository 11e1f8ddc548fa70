import { describe, expect, it } from 'vitest';
import { testAccounts, testKeys } from '../anvil-testing.ts';
import { readDeployOptions } from './deploy-options.ts';
import { readKey } from './option-values.ts';

const { admin, signer } = testAccounts;
const complete: Readonly<Record<string, string>> = {
	'--chain': 'polygon',
	'--rpc-url': 'https://rpc.example/v2/secret',
	'--name': 'ADX Realm',
	'--symbol': 'ADX',
	'--admin': admin.address,
	'--signer': signer.address,
};

/** The options of a command line that is complete but for the changes; undefined leaves an option out. */
function read(changes: Readonly<Record<string, string | undefined>> = {}, env: NodeJS.ProcessEnv = {}) {
	const given = Object.entries({ ...complete, ...changes }).filter(([, value]) => value !== undefined);
	return readDeployOptions(
		given.flatMap(([option, value]) => [`${option}=${value}`]),
		env,
	);
}

describe('readDeployOptions', () => {
	it('reads a complete command line', () => {
		expect(read({ '--royalty': '7.5', '--contract-uri': 'ipfs://bafy' })).toEqual({
			chain: { id: 137, name: 'Polygon', coin: 'MATIC', variables: 'POLYGON' },
			rpcUrl: 'https://rpc.example/v2/secret',
			settings: {
				name: 'ADX Realm',
				symbol: 'ADX',
				contractUri: 'ipfs://bafy',
				admin: admin.address,
				signer: signer.address,
				royaltyBps: 750,
			},
			isConfirmed: false,
		});
		expect(readDeployOptions([...Object.entries(complete).flat(), '--yes'], {}).isConfirmed).toBe(true);
	});

	it('takes RPC and signer from the environment when they are not given', () => {
		const env = { ETHEREUM_RPC_URL: 'http://127.0.0.1:8545', VOUCHER_SIGNER_KEY: testKeys.signer };
		const options = read({ '--chain': 'ethereum', '--rpc-url': undefined, '--signer': undefined }, env);
		expect(options).toMatchObject({ chain: { id: 1 }, rpcUrl: env.ETHEREUM_RPC_URL });
		expect(options.settings.signer).toBe(signer.address);
	});

	it.each([
		['0', 0],
		['0.05', 5],
		['2.5', 250],
		['10', 1000],
		['10.00', 1000],
	])('reads a royalty of %s percent', (text, royaltyBps) => {
		expect(read({ '--royalty': text }).settings.royaltyBps).toBe(royaltyBps);
	});

	it.each([
		['--royalty', '10.01'],
		['--royalty', '-1'],
		['--royalty', '1e1'],
		['--royalty', '5.123'],
		['--royalty', ''],
		['--chain', 'solana'],
		['--chain', undefined],
		['--symbol', 'ELEVENCHARS'],
		['--symbol', ''],
		['--name', ' padded'],
		['--name', 'right\u202eleft'],
		['--name', undefined],
		['--admin', undefined],
		['--admin', '0x0000000000000000000000000000000000000000'],
		['--admin', '0x123'],
		['--signer', signer.address.replace('d', 'D')],
		['--signer', undefined],
		['--contract-uri', 'javascript:alert(1)'],
		['--contract-uri', 'http://plain.example'],
	])('rejects %s %s and names it', (option, value) => {
		expect(() => read({ [option]: value })).toThrow(option);
	});

	it.each(['ftp://rpc.example', 'not an address', ''])('rejects the RPC %o', (url) => {
		expect(() => read({ '--rpc-url': url })).toThrow('RPC of Polygon');
	});

	it('rejects one address for both admin and signer', () => {
		expect(() => read({ '--signer': admin.address })).toThrow('must differ');
	});

	it('rejects a key among the arguments without repeating it', () => {
		for (const args of [[testKeys.admin], ['--private-key', testKeys.admin], [`--key=${testKeys.admin}`]]) {
			const run = () => readDeployOptions(args, {});
			expect(run).toThrow('Usage: npm run deploy-contract');
			expect(run).not.toThrow(testKeys.admin.slice(2));
		}
	});
});

describe('readKey', () => {
	it('takes a key with or without 0x, and with the line end of a file', () => {
		expect(readKey('KEY', testKeys.admin).address).toBe(admin.address);
		expect(readKey('KEY', `${testKeys.admin.slice(2).toUpperCase()}\r\n`).address).toBe(admin.address);
	});

	it.each([
		'',
		'0x12',
		'0'.repeat(64),
		'f'.repeat(64),
		testKeys.admin.slice(0, -1),
		`${testKeys.admin}0`,
		'x'.repeat(64),
	])('rejects %o without repeating it', (text) => {
		const refused = () => readKey('KEY', text);
		expect(refused).toThrow('KEY is not a private key: it has to be 64 hexadecimal digits, with or without 0x.');
	});
});
