import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { InstallationMarker } from '../installation-marker.ts';
import { StorageAwayError } from '../types.ts';
import type { S3 } from './s3-client.ts';
import { isConditionFailed, isMissingObject, isNotImplemented, storageErrorFromS3 } from './s3-errors.ts';

const answerMaxMs = 10_000;
const idMaxBytes = 100;
const isId = (id: string) => /^[\w-]{1,100}$/.test(id);

/** The object that carries the installation's id, and whether it is still there. */
export interface S3Marker extends InstallationMarker {
	/** False when it is gone, or another one than was read or written first. Never rejects. */
	isInPlace(): Promise<boolean>;
	/** How far this machine's clock was off the store's at the last look; 0 before. */
	clockOffMs(): number;
}

/** The marker of this bucket and prefix, `installation.id`; asks nothing yet. */
export function createS3Marker(s3: S3): S3Marker {
	const { sdk, client, settings } = s3;
	const { bucket: Bucket, prefix } = settings;
	const place = { Bucket, Key: `${prefix}installation.id` };
	const address = `s3://${Bucket}/${prefix}`;
	let knownId: string | null = null;
	let offMs = 0;

	const read = async (): Promise<string | null> => {
		const command = new sdk.GetObjectCommand({ ...place, Range: `bytes=0-${idMaxBytes}` });
		const stack = command.middlewareStack as unknown as ResponseStack;
		stack.add(
			(next) => async (args) => {
				const result = await next(args);
				const date = Date.parse(result.response.headers?.date ?? '');
				if (!Number.isNaN(date)) offMs = Date.now() - date;
				return result;
			},
			{ step: 'deserialize', name: 'clockOfStore', priority: 'low' },
		);
		try {
			const { Body } = await client.send(command, { abortSignal: AbortSignal.timeout(answerMaxMs) });
			const id = (await text(Body as Readable)).trim();
			if (!isId(id)) throw notS3(settings.endpoint);
			knownId ??= id;
			return id;
		} catch (error) {
			if (!isMissingObject(error)) throw storageErrorFromS3(error, settings);
			// A store names the code; anything else that knows no such page says just that.
			if ((error as Error).name === 'NotFound') throw notS3(settings.endpoint);
			return null;
		}
	};
	return {
		read,
		write: async (id) => {
			const send = (condition: { readonly IfNoneMatch?: '*' }) => {
				const command = new sdk.PutObjectCommand({ ...place, Body: `${id}\n`, ...condition, ...s3.encryption });
				return client.send(command, { abortSignal: AbortSignal.timeout(answerMaxMs) });
			};
			try {
				await send({ IfNoneMatch: '*' }).catch((error: unknown) => {
					// A store that knows no conditions: of processes that start together the last one counts.
					if (!isNotImplemented(error)) throw error;
					return send({});
				});
				knownId ??= id;
				return true;
			} catch (error) {
				if (isConditionFailed(error)) return false;
				throw storageErrorFromS3(error, settings);
			}
		},
		isInPlace: () =>
			read().then(
				(id) => id !== null && id === knownId,
				() => false,
			),
		clockOffMs: () => offMs,
		foreign: `S3_BUCKET: ${address} holds the files of another database. Set S3_BUCKET and S3_PREFIX to the place of this one's.`,
		strange: (id) =>
			`S3_BUCKET: ${address} is not the place that holds this database's files. Set S3_BUCKET and S3_PREFIX to that one; if they were moved here, store ${id} as ${place.Key}.`,
	};
}

const notS3 = (endpoint: string | undefined) =>
	new StorageAwayError(`S3_ENDPOINT: ${endpoint ?? 'AWS'} does not answer as an S3 store does`);

interface Answer {
	readonly response: { readonly headers?: Readonly<Record<string, string>> };
}
type Next = (args: unknown) => Promise<Answer>;
interface ResponseStack {
	add(middleware: (next: Next) => Next, options: { step: 'deserialize'; name: string; priority: 'low' }): void;
}
