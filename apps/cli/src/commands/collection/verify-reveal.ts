import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkItems, type ItemFiles } from '@adx/core/sale/reveal/verify/check-items';
import { checkReveal, type RevealCheck } from '@adx/core/sale/reveal/verify/check-reveal';
import { type RevealProof, revealProofOutput } from '@adx/validators/sale/reveal';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';

/** Where a reveal and what proves it are. */
export interface RevealSource {
	/** The address of a sale's page, or a file with what `/api/sales/{id}/reveal` answered. */
	readonly sale: string;
	/** A node of the sale's chain; without one only the arithmetic can be checked. */
	readonly rpc: string | undefined;
	/** A gateway of IPFS, or a folder with `metadata/N.json` and the pictures in `images`. */
	readonly gateway: string | undefined;
	readonly files: string | undefined;
}

const timeoutMs = 60_000;
const marks = { ok: 'ok      ', failed: 'FAILED  ', unchecked: 'unknown ' } as const;

/** A line per thing that was looked at. Status 0 where all of it is right, 1 where something is not, 3 where something could not be looked at. */
export async function verifyReveal(source: RevealSource): Promise<number> {
	const proof = await readProof(source.sale);
	const checks = [...(await checkOnChain(proof, source.rpc)), ...(await checkFiles(proof, source))];
	for (const { result, text } of checks) (result === 'ok' ? console.log : console.error)(`${marks[result]}${text}`);
	const isWrong = checks.some(({ result }) => result === 'failed');
	const isOpen = checks.some(({ result }) => result === 'unchecked');
	const verdict = isWrong
		? 'is NOT what was committed to'
		: isOpen
			? 'agrees as far as it was looked at'
			: 'is exactly what was committed to before the sale';
	console.log(`${proof.name}: the reveal ${verdict}.`);
	return isWrong ? 1 : isOpen ? 3 : 0;
}

async function readProof(sale: string): Promise<RevealProof> {
	const [, origin, saleId] =
		/^(https?:\/\/[^/]+)\/(?:api\/sales|sale)\/([\w-]{1,100})(?:\/reveal)?\/?$/.exec(sale) ?? [];
	const text =
		origin === undefined ? await readProofFile(sale) : await fetchProof(`${origin}/api/sales/${saleId}/reveal`);
	const proof = revealProofOutput.safeParse(toJson(text));
	if (proof.success) return proof.data;
	throw new UsageError(`${sale}: this is not what a sale says of its reveal.`);
}

async function readProofFile(path: string): Promise<string> {
	if (/^https?:/.test(path)) throw new UsageError(`${path}: this is not the address of a sale's page, …/sale/{id}.`);
	return withSystemErrors(path, () => readFile(path, 'utf8'));
}

async function fetchProof(url: string): Promise<string> {
	const response = await fetchFrom(url).catch((error: unknown) => {
		throw new UsageError(`${url}: the server does not answer.`, { cause: error });
	});
	if (response.ok) return response.text();
	throw new UsageError(
		response.status === 404
			? `${url}: there is no such sale, its items were never covered, or they are not revealed yet.`
			: `${url}: the server answers ${response.status}.`,
	);
}

function toJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

const fetchFrom = (url: string) => fetch(url, { signal: AbortSignal.timeout(timeoutMs) });

async function checkOnChain(proof: RevealProof, rpc: string | undefined): Promise<RevealCheck[]> {
	if (rpc === undefined) {
		const text = `chain: not asked; name a node of ${proof.network} with --rpc`;
		return [{ result: 'unchecked', text }];
	}
	try {
		const chain =
			proof.network === 'solana'
				? await (await import('@adx/core/sale/reveal/verify/read-solana-reveal')).readSolanaReveal(proof, rpc)
				: await (await import('@adx/core/sale/reveal/verify/read-drop-reveal')).readDropReveal(proof, rpc);
		return checkReveal(proof, chain);
	} catch (error) {
		// Nodes explain in many lines, and some name their own address with its key.
		const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
		return [{ result: 'unchecked', text: `chain: ${why}` }];
	}
}

async function checkFiles(proof: RevealProof, { gateway, files }: RevealSource): Promise<RevealCheck[]> {
	if (files !== undefined) return checkItems(proof, (tokenNumber) => readFromFolder(files, tokenNumber));
	if (gateway !== undefined) {
		const base = gateway.replace(/\/+$/, '');
		return checkItems(proof, (tokenNumber) => readFromGateway(base, proof, tokenNumber));
	}
	const text = 'items: not compared with their files; name a gateway of IPFS with --gateway, or a folder with --files';
	return [{ result: 'unchecked', text }];
}

const toPicture = (metadata: string): string => {
	const { image } = (toJson(metadata) ?? {}) as { readonly image?: unknown };
	return typeof image === 'string' ? image : '';
};

async function readFromFolder(folder: string, tokenNumber: number): Promise<ItemFiles> {
	const metadata = await readFile(join(folder, 'metadata', `${tokenNumber}.json`), 'utf8');
	const name = /[^/]+$/.exec(toPicture(metadata))?.[0] ?? '';
	return { metadata, picture: createReadStream(join(folder, 'images', name)) };
}

async function readFromGateway(base: string, { metadataUri }: RevealProof, tokenNumber: number): Promise<ItemFiles> {
	const fetchUri = async (uri: string) => {
		if (!uri.startsWith('ipfs://')) throw new Error(`${uri} is not on IPFS.`);
		const response = await fetchFrom(`${base}/ipfs/${uri.slice('ipfs://'.length)}`);
		if (!response.ok || response.body === null) throw new Error(`The gateway answers ${response.status}.`);
		return response;
	};
	const metadata = await (await fetchUri(`${metadataUri}${tokenNumber}.json`)).text();
	const { body } = await fetchUri(toPicture(metadata));
	return { metadata, picture: body as unknown as AsyncIterable<Uint8Array> };
}
