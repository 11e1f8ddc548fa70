import { Toaster } from '@adx/ui/feedback/toast';
import type { PublicConfig } from '@adx/validators/config';
import { transactionLifetimeMs } from '@adx/validators/limits';
import type { MergeJob, UpdateMergeInput } from '@adx/validators/merge';
import type { MintedItem } from '@adx/validators/sale/minted-items';
import type { SalePhaseOutput } from '@adx/validators/sale/phases';
import type {
	AllowlistInput,
	CollectionTransaction,
	CreatorSale,
	CreatorSaleInput,
	ListingCosts,
	Purchase,
	SalePhasesRequest,
	SaleStage,
} from '@adx/validators/sale/sales';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { createApiClient, trpc } from '../../../lib/api/trpc.ts';
import { api, procedureAt, type Refusal } from '../../../test/api.ts';
import { publicConfig } from '../../../test/fixtures.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { createCreatorSale, createPurchase, createReservation } from '../../../test/sale-fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import {
	collectionMint,
	collectionWire,
	creator,
	endWithoutSolanaWallets,
	type FakeSolanaWallet,
	haveSolanaWallet,
	itemWire,
	startWithoutSolanaWallets,
} from '../../wallets/solana/solana-testing.ts';
import { MintAndList } from './mint-and-list.tsx';

/** A sale behind the API, and every call about it. */
export interface CreatorSaleServer {
	sale: CreatorSale;
	calls: (readonly [string, unknown])[];
	/** Refuses the next call of that name, e.g. 'collections.start'. */
	readonly refusals: Map<string, Refusal>;
	/** Whether it is set up for Solana. */
	hasSolana: boolean;
	/** The EVM chains on which it sells. */
	saleChains: PublicConfig['saleChains'];
	/** What is minted of its sale. */
	items: MintedItem[];
	/** What minting takes, before there is a sale. */
	listingCosts: ListingCosts['costs'];
	/** Whether it publishes the files on IPFS. */
	publishesFiles: boolean;
	/** What becomes of a batch of 'Mint all to me'. */
	purchase: () => Purchase;
	/** Milliseconds since 1970 by the server's clock. */
	now: () => number;
	/** Inputs of that procedure. */
	callsOf(name: string): unknown[];
	/** The calls that do more than read. */
	changes(): CreatorSaleServer['calls'];
}

const isOnChain = (phase: SaleStage) => phase === 'unpublished' || phase === 'selling' || phase === 'sold_out';

export const saleIn = (phase: SaleStage, changes: Partial<CreatorSale> = {}) =>
	createCreatorSale({
		phase,
		progress: phase === 'preparing' ? 40 : 100,
		walletAddress: creator,
		mintAddress: isOnChain(phase) ? collectionMint : null,
		state: isOnChain(phase) ? (phase === 'sold_out' ? 'sold_out' : 'selling') : null,
		carUrl: '/api/mint-collection/merge-1/car',
		...changes,
	});

/** A phase as the server answers it. */
function presentPhase(phase: SalePhasesRequest['phases'][number], place: number): SalePhaseOutput {
	const { id = `phase-${place + 1}`, name, startsAt = null, endsAt = null, hasAllowlist = false } = phase;
	const { walletLimit = null, totalLimit = null } = phase;
	const price = Number(phase.price);
	return {
		id,
		name,
		price,
		priceLamports: String(Math.round(price * 1e9)),
		startsAt,
		endsAt,
		walletLimit,
		totalLimit,
		allowlistCount: hasAllowlist ? 0 : null,
	};
}

/** What pausing, repricing or ending makes of a sale. */
type SaleChange = Pick<Partial<CreatorSale>, 'price' | 'itemPreview' | 'startsAt' | 'endsAt'> & {
	readonly paused?: boolean;
};

function runSale(sale: CreatorSale, { paused, price, ...change }: SaleChange): CreatorSale {
	const state = paused === undefined ? sale.state : paused ? 'paused' : 'selling';
	const priceLamports = price === undefined ? sale.priceLamports : String(Math.round(price * 1e9));
	const pausedAt = paused === undefined ? sale.pausedAt : paused ? '2026-11-24T10:00:00.000Z' : null;
	return { ...sale, ...change, state, pausedAt, price: price ?? sale.price, priceLamports };
}

const reads: ReadonlySet<string> = new Set([
	'collections.get',
	'collections.costs',
	'collections.items',
	'sales.purchase',
]);

const server: CreatorSaleServer = {
	sale: saleIn('preparing'),
	calls: [],
	refusals: new Map(),
	hasSolana: true,
	saleChains: [],
	items: [],
	listingCosts: null,
	publishesFiles: false,
	purchase: () => createPurchase({ status: 'confirmed' }),
	now: Date.now,
	callsOf: (name) => server.calls.filter(([verb]) => verb === name).map(([, input]) => input),
	changes: () => server.calls.filter(([verb]) => !reads.has(verb)),
};

const expiresSoon = () => new Date(server.now() + transactionLifetimeMs).toISOString();
/** The transaction as it is built now. */
export const collectionTransaction = (): CollectionTransaction => ({
	transaction: collectionWire(),
	call: null,
	costLamports: '5800000',
	expiresAt: expiresSoon(),
});
const ownWires = (count: number) =>
	Array.from({ length: count }, (_, place) =>
		itemWire({ payer: creator, priceLamports: 0n, tokenNumber: 1 + server.sale.ownCount + place }),
	);

function serveSale(): void {
	const verb = <Output,>(name: string, answer: (input: never) => Output, router = 'mint') =>
		procedureAt(`${router}.${name}`, (input): Output | Refusal => {
			server.calls.push([name, input]);
			const refusal = server.refusals.get(name);
			server.refusals.delete(name);
			return refusal ?? answer(input as never);
		});
	const change = (sale: CreatorSale) => {
		server.sale = sale;
		return sale;
	};
	api.use(
		procedureAt('auth.config', () => ({
			...publicConfig,
			solana: server.hasSolana ? { cluster: 'devnet' } : null,
			saleChains: server.saleChains,
		})),
		verb('update', ({ jobId, ...changes }: UpdateMergeInput) => createMergeJob({ id: jobId, ...changes }), 'merge'),
		verb('collections.start', () => server.sale),
		verb('collections.get', () => server.sale),
		verb(
			'collections.costs',
			(): ListingCosts => ({ costs: server.listingCosts, publishesFiles: server.publishesFiles }),
		),
		verb('collections.transaction', collectionTransaction),
		verb('collections.submit', () => change(saleIn('confirming'))),
		verb('collections.published', () => change(saleIn('selling', { published: true }))),
		verb('collections.items', () => server.items),
		verb('collections.update', ({ jobId: _, ...input }: SaleChange & CreatorSaleInput) =>
			change(runSale(server.sale, input)),
		),
		verb('collections.phases', ({ phases }: { phases: SalePhasesRequest['phases'] }) =>
			change({ ...server.sale, phases: phases.map(presentPhase), phasesTag: `tag-${server.calls.length}` }),
		),
		verb('collections.allowlist', ({ phaseId, wallets, append }: AllowlistInput) =>
			change({
				...server.sale,
				phases: server.sale.phases.map((phase) =>
					phase.id === phaseId
						? { ...phase, allowlistCount: (append ? (phase.allowlistCount ?? 0) : 0) + wallets.length }
						: phase,
				),
			}),
		),
		verb('collections.end', () => change({ ...server.sale, state: 'ended', closedAt: '2026-11-24T10:00:00.000Z' })),
		verb('collections.reveal', () => {
			const { reveal } = server.sale;
			return change({ ...server.sale, reveal: reveal && { ...reveal, phase: 'preparing' } });
		}),
		verb('collections.own', ({ count }: { count: number }) =>
			createReservation(ownWires(count), {
				priceLamports: '0',
				costLamports: String(6_800_000 * count),
				reservationId: `own-${server.sale.ownCount}`,
				expiresAt: expiresSoon(),
			}),
		),
		verb('sales.submit', ({ transactions }: { transactions: string[] }) => {
			change({ ...server.sale, ownCount: server.sale.ownCount + transactions.length });
			return createPurchase({ itemCount: transactions.length });
		}),
		verb('sales.purchase', () => server.purchase()),
	);
}

/** Call once at the top of a test file: each test begins with a sale that is being prepared and no wallet. */
export function useCreatorSaleServer(): CreatorSaleServer {
	usePage();
	beforeAll(async () => {
		await import('../../wallets/solana/verify/verify-transaction.ts');
	}, 60_000);
	beforeEach(() => {
		startWithoutSolanaWallets();
		server.sale = saleIn('preparing');
		server.calls = [];
		server.refusals.clear();
		server.hasSolana = true;
		server.saleChains = [];
		server.items = [];
		server.listingCosts = null;
		server.publishesFiles = false;
		server.purchase = () => createPurchase({ status: 'confirmed' });
		server.now = Date.now;
		serveSale();
	});
	afterEach(endWithoutSolanaWallets);
	return server;
}

/** Sets this computer's clock that far from the server's. */
export function setClockOff(offMs: number): void {
	vi.spyOn(Date, 'now').mockImplementation(() => server.now() + offMs);
}

export const toastTitle = (title: string) => screen.findByText(title, { selector: '[data-tone] *' });

/** Saves the listing as the page of a merge does. */
function Merge({ job }: { readonly job: MergeJob }) {
	const { client } = trpc.useUtils();
	return <MintAndList job={job} saveListing={(input) => client.merge.update.mutate(input)} />;
}

/** The button behind which everything is, and how far it is, as the page of a merge shows it. */
export function showMerge(job: MergeJob): void {
	const queries = createQueryClient();
	render(
		<trpc.Provider client={createApiClient(window.location.origin)} queryClient={queries}>
			<QueryClientProvider client={queries}>
				<Merge job={job} />
				<Toaster />
			</QueryClientProvider>
		</trpc.Provider>,
	);
}

/** The window behind 'Mint & List', of a merge that may have a sale. */
export async function openListing(job = createMergeJob()) {
	showMerge(job);
	await userEvent.click(await screen.findByRole('button', { name: 'Mint & List on Marketplace' }));
	return within(await screen.findByRole('dialog', { name: 'Mint & List on Marketplace' }));
}
export type Listing = Awaited<ReturnType<typeof openListing>>;

/** The same with a sale that is that far. */
export function openSale(phase: SaleStage, changes: Partial<CreatorSale> = {}): Promise<Listing> {
	server.sale = saleIn(phase, changes);
	return openListing(createMergeJob({ salePhase: phase, collectionSymbol: 'FF', mintPrice: 0.1 }));
}

export const haveCreator = (): FakeSolanaWallet => haveSolanaWallet({ address: creator });

export async function connect(dialog: Listing): Promise<void> {
	await userEvent.click(await dialog.findByRole('button', { name: 'Connect Wallet' }));
	await dialog.findByRole('button', { name: 'Disconnect' });
}
