import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAbiParameters } from 'viem';
import { afterAll, expect, it } from 'vitest';
import { adxCollectionAbi } from '../abi.ts';
import { testAccounts } from '../anvil-testing.ts';
import { compilerInput } from '../compile/compile.ts';
import { deploymentData } from './deployment-data.ts';
import { describeVerification, writeVerificationInput } from './verification.ts';

const folder = mkdtempSync(join(tmpdir(), 'adx-verification-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('writes the input that the committed bytecode is compiled from, with every source in it', () => {
	const path = join(folder, 'input.json');
	expect(writeVerificationInput(path)).toMatch(/AdxCollection\.sol:AdxCollection, for solc 0\.8\.\d+/);
	const written: ReturnType<typeof compilerInput> = JSON.parse(readFileSync(path, 'utf8'));
	// compile.test.ts compares what this makes with the bytecode.
	expect(written).toEqual(compilerInput('AdxCollection'));
	const imports = Object.values(written.sources).flatMap(({ content }) => [...content.matchAll(/"(@[^"]+\.sol)"/g)]);
	for (const [, name = ''] of imports) expect(written.sources, name).toHaveProperty([name]);
});

it('rejects to write over a file, and without one', () => {
	const path = join(folder, 'taken.json');
	writeVerificationInput(path);
	expect(() => writeVerificationInput(path)).toThrow('cannot be written');
	expect(() => writeVerificationInput(undefined)).toThrow('needs a file');
});

it('tells the constructor’s arguments as explorers take them', () => {
	const settings = {
		name: 'ADX Realm',
		symbol: 'ADX',
		contractUri: 'ipfs://bafy',
		admin: testAccounts.admin.address,
		signer: testAccounts.signer.address,
		royaltyBps: 250,
	};
	const [, encoded = ''] =
		/constructor arguments ([0-9a-f]+)$/.exec(describeVerification(deploymentData(settings))) ?? [];
	const { inputs } = adxCollectionAbi.find(({ type }) => type === 'constructor')!;
	expect(decodeAbiParameters(inputs, `0x${encoded}`)).toEqual([
		...['ADX Realm', 'ADX', 'ipfs://bafy', testAccounts.admin.address, testAccounts.signer.address],
		250n,
	]);
});
