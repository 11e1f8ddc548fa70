import {
	deleteAsOperator,
	type OperatorServices,
	type OperatorTarget,
	previewAsOperator,
} from '@adx/core/deletion/delete-as-operator';
import { AppError } from '@adx/core/platform/errors';
import { tieFilesToDatabase } from '@adx/core/platform/storage/installation-marker';
import type { OpenStorage } from '@adx/core/platform/storage/open-storage';
import { closeThreads } from '@adx/core/platform/threads/threads';
import type { Database } from '@adx/db/client/database';
import { findUserByDiscordId } from '@adx/db/repositories/auth/users';
import { readDatabaseTime } from '@adx/db/repositories/platform/read-database-time';
import type { AccountDeletion, Deletion } from '@adx/validators/deletion';
import { type MintChain, mintChainSchema } from '@adx/validators/minted-token';
import { confirm } from '../../command-line/confirm.ts';
import { type CommandEnvironment, readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest, parseArguments } from '../../command-line/parse-arguments.ts';
import { formatMegabytes } from '../../command-line/progress.ts';
import { pluralize } from '../../command-line/report.ts';
import { withDatabase } from './open-database.ts';
import { findFiles, withFiles } from './open-files.ts';

const help = `Usage: npm run delete-data -- --job ID|--merge ID|--attributes ID|--account ID [--yes]

Deletes a job with its images, a merged collection, a run of the attribute generator, or all data of an account, whoever
owns it, and the files that nothing else uses. It tells first what goes and how much space that frees, and asks unless --yes
is given. What is running, minted, sold, or on its way to a chain is not deleted: then it says why, and the exit status is
1. An account's row is kept, without its name, with what was paid for Premium; ID may also be its Discord ID. The
command may be stopped: what is deleted by then, the product frees when it runs. With the embedded database the product must
be stopped.`;

const targets: readonly OperatorTarget[] = ['job', 'merge', 'attributes', 'account'];

/** What is counted beside each. */
const counted: Readonly<Record<OperatorTarget, string>> = {
	job: 'image',
	merge: 'token',
	attributes: 'image',
	account: 'image',
};

/** `npm run delete-data -- --job ID …`: deletes something of anybody's. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const { target, id, isAgreed } = readArguments(args);
	const environment = await readCommandEnvironment();
	const places = findFiles(environment);
	const use = async (db: Database, { storage, marker }: OpenStorage) => {
		const stray = await tieFilesToDatabase(db, marker);
		if (stray !== null) throw new UsageError(stray);
		const services = await createServices(environment, db, storage);
		return deleteData(services, { target, id: await resolveId(db, target, id), isAgreed });
	};
	try {
		return await withDatabase(environment, ({ db }) => withFiles(places, db, (files) => use(db, files)));
	} finally {
		await closeThreads();
	}
}

interface Order {
	readonly target: OperatorTarget;
	readonly id: string;
	/** Whether it is deleted without being asked about. */
	readonly isAgreed: boolean;
}

function readArguments(args: string[]): Order {
	const text = { type: 'string' } as const;
	const { values } = parseArguments({
		args,
		options: {
			...{ job: text, merge: text, attributes: text, account: text },
			yes: { type: 'boolean', default: false },
		},
	});
	const named = targets.flatMap((target) => (values[target] === undefined ? [] : { target, id: values[target] }));
	const [only, ...others] = named;
	if (only === undefined || others.length > 0) {
		throw new UsageError(
			'Name one thing to delete: --job, --merge, --attributes or --account with its ID. See --help.',
		);
	}
	return { ...only, isAgreed: values.yes };
}

async function createServices(
	environment: CommandEnvironment,
	db: Database,
	storage: OpenStorage['storage'],
): Promise<OperatorServices> {
	const { SOLANA_RPC_URL, SOLANA_CLUSTER, VOUCHER_SIGNER_KEY } = environment;
	const isFollowed = (chain: MintChain) => Boolean(VOUCHER_SIGNER_KEY && environment[`${chain.toUpperCase()}_RPC_URL`]);
	// What is compared with the clock of other processes goes by the database's, as theirs does.
	const aheadMs = (await readDatabaseTime(db)).getTime() - Date.now();
	return {
		db,
		storage,
		clock: () => new Date(Date.now() + aheadMs),
		log: { warn: (_, message) => console.error(message) },
		solana: SOLANA_RPC_URL && SOLANA_CLUSTER ? { cluster: SOLANA_CLUSTER } : null,
		evmSaleChains: new Map(mintChainSchema.options.filter(isFollowed).map((chain) => [chain, true])),
	};
}

/** Operators know an account by its id at Discord, if by any. */
async function resolveId(db: Database, target: OperatorTarget, id: string): Promise<string> {
	if (target !== 'account') return id;
	return (await findUserByDiscordId(db, id))?.id ?? id;
}

async function deleteData(services: OperatorServices, { target, id, isAgreed }: Order): Promise<number> {
	try {
		const deletion = await previewAsOperator(services, target, id);
		for (const line of describe(target, deletion)) console.log(line);
		if (deletion.blockers.length > 0) return 1;
		if (!isAgreed) {
			await confirm({
				question: 'Delete it for good?',
				unasked: 'Nothing was deleted: add --yes to delete it without being asked.',
				declined: 'Nothing was deleted.',
			});
		}
		const { name, freedBytes, isFreeing } = await deleteAsOperator(services, target, id);
		const rest = isFreeing ? ' The rest is freed when the product runs.' : '';
		console.log(`Deleted: ${name}. ${formatMegabytes(freedBytes)} were freed.${rest}`);
		return 0;
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		if (error.code === 'NOT_FOUND') throw new UsageError(`There is no such ${target} here: ${id}`);
		// It began to be used after it was looked at.
		throw new UsageError(`Nothing was deleted. ${error.message}`);
	}
}

function describe(target: OperatorTarget, deletion: Deletion | AccountDeletion): string[] {
	const { name, imageCount, freedBytes, blockers, consequences } = deletion;
	const counts = 'counts' in deletion ? deletion.counts : null;
	const held = [
		...(counts === null ? [] : [pluralize(counts.jobs, 'job')]),
		pluralize(imageCount, counted[target]),
		...(counts === null
			? []
			: [
					pluralize(counts.merges, 'merged collection'),
					pluralize(counts.attributeRuns, 'attribute run'),
					pluralize(counts.presets, 'preset'),
					pluralize(counts.accessTokens, 'access token'),
				]),
	];
	if (blockers.length > 0) {
		return [`${name}: ${held.join(', ')}`, 'It cannot be deleted:', ...blockers.map(({ message }) => `  ${message}`)];
	}
	const frees = `Deleting it frees ${formatMegabytes(freedBytes)}; files used elsewhere are kept.`;
	return [`${name}: ${held.join(', ')}`, frees, ...consequences.map((sentence) => `  ${sentence}`)];
}
