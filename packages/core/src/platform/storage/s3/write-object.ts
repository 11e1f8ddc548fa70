import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createSemaphore } from '../../limits/semaphore.ts';
import type { S3 } from './s3-client.ts';

/** Larger files are sent in parts of as many bytes. */
export const partBytes = 16 << 20;
/** Each is held in memory while it is sent, of all files together. */
const sending = createSemaphore({ max: 4 });

/**
 * Sends bytes under their name. The signature covers the hash, so that a store which receives other bytes refuses them.
 * Rejects with the SDK's error.
 */
export async function sendObject(s3: S3, sha256: string, bytes: Uint8Array): Promise<void> {
	const { sdk, client, settings, keyOf, encryption } = s3;
	const command = new sdk.PutObjectCommand({
		Bucket: settings.bucket,
		Key: keyOf(sha256),
		Body: bytes,
		ContentLength: bytes.byteLength,
		...encryption,
	});
	await client.send(signHash(command, sha256));
}

/** Sends a file that has that hash; a large one in parts, of which nothing is left where one fails. */
export async function sendFile(s3: S3, sha256: string, { path, sizeBytes }: LocalFile): Promise<void> {
	const file = await open(path);
	try {
		const readPart = async (start: number) => {
			const bytes = Buffer.alloc(Math.min(partBytes, sizeBytes - start));
			const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
			// What was not read would be stored as zeros, and a part's hash is that of what it holds.
			if (bytesRead !== bytes.length) throw new Error(`${path} is shorter than its ${sizeBytes} bytes.`);
			return bytes;
		};
		if (sizeBytes > partBytes) return await sendParts(s3, sha256, { sizeBytes, readPart });
		await sending.run(async () => sendObject(s3, sha256, await readPart(0)));
	} finally {
		await file.close();
	}
}

export interface LocalFile {
	readonly path: string;
	readonly sizeBytes: number;
}

interface Parts {
	readonly sizeBytes: number;
	readPart(start: number): Promise<Buffer>;
}

async function sendParts(s3: S3, sha256: string, { sizeBytes, readPart }: Parts): Promise<void> {
	const { sdk, client, settings, keyOf, encryption } = s3;
	const place = { Bucket: settings.bucket, Key: keyOf(sha256) };
	const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ ...place, ...encryption }));
	let hasFailed = false;
	const sendPart = async (PartNumber: number) => {
		if (hasFailed) throw new Error('Another part failed.');
		const bytes = await readPart((PartNumber - 1) * partBytes);
		const part = { ...place, UploadId, PartNumber, Body: bytes, ContentLength: bytes.length };
		const hash = createHash('sha256').update(bytes).digest('hex');
		const { ETag } = await client.send(signHash(new sdk.UploadPartCommand(part), hash));
		return { PartNumber, ETag };
	};
	const numbers = Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => index + 1);
	const parts = numbers.map((number) => sending.run(() => sendPart(number)));
	try {
		const MultipartUpload = { Parts: await Promise.all(parts) };
		await client.send(new sdk.CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload }));
	} catch (error) {
		hasFailed = true;
		// What is still on its way would be a part of nothing.
		await Promise.allSettled(parts);
		await client.send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {});
		throw error;
	}
}

/** Has the request signed with this hash of its body, in place of one that the SDK would compute, or none. */
function signHash<Command extends { readonly middlewareStack: unknown }>(command: Command, sha256: string): Command {
	const stack = command.middlewareStack as MiddlewareStack;
	stack.add(
		(next) => (args) => {
			args.request.headers['x-amz-content-sha256'] = sha256;
			return next(args);
		},
		{ step: 'build', name: 'hashOfBody' },
	);
	return command;
}

interface BuildArguments {
	readonly request: { readonly headers: Record<string, string> };
}
type Next = (args: BuildArguments) => unknown;
interface MiddlewareStack {
	add(middleware: (next: Next) => Next, options: { readonly step: 'build'; readonly name: string }): void;
}
