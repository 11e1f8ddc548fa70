import { describe, expect, it } from 'vitest';
import { testAccounts, testKeys } from '../anvil-testing.ts';
import { readContractOptions } from './contract-options.ts';

const { admin, signer, stranger } = testAccounts;
const env = {
	POLYGON_RPC_URL: 'https://rpc.example/v2/secret',
	POLYGON_CONTRACT_ADDRESS: admin.address,
	VOUCHER_SIGNER_KEY: testKeys.signer,
};
const read = (line: string, variables: NodeJS.ProcessEnv = env) =>
	readContractOptions([...line.split(' '), '--chain', 'polygon'], variables);

describe('readContractOptions', () => {
	it('takes node, contract and signer from the environment when they are not given', () => {
		const chain = { id: 137, name: 'Polygon', coin: 'MATIC', variables: 'POLYGON' };
		const found = { chain, rpcUrl: env.POLYGON_RPC_URL, address: admin.address, serverSigner: signer.address };
		expect(read('status')).toEqual({ command: 'status', ...found, isDryRun: false, isConfirmed: false });
		const given = read(`status --contract ${stranger.address} --rpc-url http://127.0.0.1:8545`, {});
		expect(given).toMatchObject({ address: stranger.address, rpcUrl: 'http://127.0.0.1:8545' });
	});

	it('reads what each command takes', () => {
		expect(read('cancel 18446744073709551615')).toMatchObject({ nonce: 2n ** 64n - 1n });
		expect(read(`royalty 2.5 --to ${stranger.address}`)).toMatchObject({ royaltyBps: 250, to: stranger.address });
		expect(read(`accept --replaces ${stranger.address} --yes`)).toMatchObject({
			replaced: stranger.address,
			isConfirmed: true,
		});
		expect(read(`end --dry-run --as ${stranger.address}`)).toMatchObject({ isDryRun: true, as: stranger.address });
	});

	it.each([
		['--yes', 'A command is needed.'],
		['mint', 'A command is needed.'],
		['cancel', 'cancel needs one number.'],
		['cancel 1 2', 'cancel needs one number.'],
		['cancel 18446744073709551616', 'The nonce has to be'],
		['cancel 1e3', 'The nonce has to be'],
		['status 1', 'status takes options alone.'],
		['royalty 10.01', 'The royalty has to be a percentage from 0 to 10'],
		['withdraw', 'withdraw needs --to.'],
		['transfer-admin', 'transfer-admin needs --to.'],
		['withdraw --to 0x0000000000000000000000000000000000000000', '--to is the zero address.'],
		['withdraw --to 0x12', '--to is not an address'],
		[`end --as ${stranger.address}`, '--as goes with --dry-run'],
		['status --key 1', '--key cannot be used like this.'],
		['status --to', '--to cannot be used like this.'],
	])('rejects %o', (line, message) => {
		expect(() => read(line)).toThrow(message);
	});

	it('rejects to guess chain, node and contract', () => {
		expect(() => readContractOptions(['status'], env)).toThrow('--chain has to be polygon or ethereum.');
		expect(() => readContractOptions(['status', '--chain', 'ethereum'], env)).toThrow('No RPC of Ethereum is known');
		expect(() => read('status', { POLYGON_RPC_URL: env.POLYGON_RPC_URL })).toThrow('--contract is missing.');
	});

	it('rejects a key among the arguments without repeating it', () => {
		const attempt = () => read(`status ${testKeys.admin}`);
		expect(attempt).toThrow('status takes options alone.');
		expect(attempt).not.toThrow(testKeys.admin);
	});
});
