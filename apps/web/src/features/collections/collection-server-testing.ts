import { vi } from 'vitest';
import type { ApiOutputs } from '../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../test/api.ts';
import { publicConfig, signedInAs } from '../../test/fixtures.ts';
import { createMergeJob } from '../../test/merge-fixtures.ts';
import type { Collection, CollectionToken } from './collection-queries.ts';

export type Card = ApiOutputs['merge']['gallery'][number];

/** A card of the gallery; higher numbers are newer. */
export function createCard(number: number, changes: Partial<Card> = {}): Card {
	return {
		id: `collection-${number}`,
		name: `Frost Court ${number}`,
		description: 'ADX Collection',
		creator: 'Anonymous',
		imageCount: 1_200,
		coin: 'SOL',
		floorPrice: 0.1,
		volume: 0,
		featured: false,
		category: 'pfp',
		themes: ['Fantasy'],
		symbol: 'ADX',
		royalty: 5,
		coverUrl: `/api/collections/collection-${number}/images/1?size=512`,
		saleUrl: null,
		completedAt: new Date(Date.UTC(2026, 10, number)).toISOString(),
		...changes,
	};
}

const races = ['Elf', 'Orc'] as const;

export function createToken(tokenNumber: number, changes: Partial<CollectionToken> = {}): CollectionToken {
	return {
		tokenNumber,
		name: `Frost Court #${tokenNumber}`,
		imageUrl: `/api/collections/collection-1/images/${tokenNumber}`,
		width: 1_024,
		height: 1_024,
		attributes: [
			{ trait_type: 'Race', value: races[(tokenNumber - 1) % 2]! },
			{ trait_type: 'Class', value: 'Wizard' },
		],
		rarityRank: tokenNumber,
		rarityScore: 1.5,
		rarityTier: 'Common',
		source: { collection: 'Elves of the north', filename: `images/${tokenNumber}.png` },
		...changes,
	};
}

/** One collection behind the API, with every change and every page that was asked for. */
export interface CollectionServer {
	collection: Collection;
	tokens: CollectionToken[];
	/** Verb and input of every change, in order. */
	readonly calls: (readonly [string, unknown])[];
	/** Inputs of every page of tokens. */
	readonly pages: TokensInput[];
	/** Refuses the next page or change with this. */
	refusal: Refusal | null;
}

interface TokensInput {
	readonly collectionId: string;
	readonly offset?: number;
	readonly limit?: number;
	readonly sort?: 'number' | 'rank';
	readonly traits?: string;
	readonly search?: string;
	readonly positionOf?: number;
}

const matches = (token: CollectionToken, { search = '', traits = '{}' }: TokensInput) =>
	(token.name.includes(search) || `#${token.tokenNumber}` === search) &&
	Object.entries(JSON.parse(traits) as Record<string, string[]>).every(([trait, values]) =>
		token.attributes.some(({ trait_type: name, value }) => name === trait && values.includes(value)),
	);

/** Opens every page to a signed-in creator. */
export function unlockPages(): void {
	api.use(
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: [] })),
		procedure('merge', 'gallery', () => []),
		procedure('merge', 'galleryCounts', () => ({ collections: 0, images: 0, creators: 0 })),
	);
}

/** Serves collection-1 with so many tokens. */
export function serveCollection(tokens: CollectionToken[], changes: Partial<Collection> = {}): CollectionServer {
	const values = Map.groupBy(tokens, ({ attributes }) => attributes[0]?.value ?? '');
	const server: CollectionServer = {
		collection: {
			...createCard(1, { imageCount: tokens.length }),
			provenance: 'ab'.repeat(32),
			sources: [{ name: 'Elves of the north', imageCount: tokens.length, tokenCount: tokens.length }],
			contractAddress: null,
			explorerUrl: null,
			facets: [
				{ trait: 'Race', values: [...values].map(([value, group]) => ({ value, count: group.length })) },
				{ trait: 'Class', values: [{ value: 'Wizard', count: tokens.length }] },
			],
			isMine: false,
			hidden: false,
			downloadUrl: null,
			...changes,
		},
		tokens,
		calls: [],
		pages: [],
		refusal: null,
	};
	function refuse(): Refusal | null {
		const { refusal } = server;
		server.refusal = null;
		return refusal;
	}
	function change(verb: 'hide' | 'show' | 'update', changed: Partial<Collection>) {
		return procedure('merge', verb, (input) => {
			server.calls.push([verb, input]);
			const refusal = refuse();
			if (refusal !== null) return refusal;
			server.collection = { ...server.collection, ...changed };
			return mergeOf();
		});
	}

	// Room for what is drawn only as far as it is in view; jsdom lays nothing out.
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
	unlockPages();
	api.use(
		procedure('merge', 'collection', (input) =>
			(input as TokensInput).collectionId === 'collection-1'
				? server.collection
				: new Refusal(404, 'No such collection.'),
		),
		procedure('merge', 'tokens', (input) => {
			const asked = input as TokensInput;
			server.pages.push(asked);
			const refusal = refuse();
			if (refusal !== null) return refusal;
			const found = server.tokens.filter((token) => matches(token, asked));
			if (asked.sort === 'rank') found.sort((left, right) => left.rarityRank - right.rarityRank);
			const { offset = 0, limit = 60, positionOf } = asked;
			const place = found.findIndex(({ tokenNumber }) => tokenNumber === positionOf);
			const position = positionOf === undefined ? {} : { position: place < 0 ? null : place };
			return { total: found.length, ...position, tokens: found.slice(offset, offset + limit) };
		}),
		procedure('merge', 'get', () => mergeOf()),
		change('hide', { hidden: true }),
		change('show', { hidden: false }),
		change('update', { themes: ['Sci-Fi'] }),
	);
	return server;
}

/** The merge that became collection-1, as its owner reads it. */
const mergeOf = () => createMergeJob({ id: 'collection-1', projectName: 'Frost Court' });
