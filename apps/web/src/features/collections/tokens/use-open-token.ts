import { useEffect, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import type { Collection, CollectionToken } from '../collection-queries.ts';
import type { TokenSearch } from './token-search-params.ts';
import { type TokenPages, useTokenPages } from './use-token-pages.ts';

/** Neighbours of the open picture are fetched so far ahead. */
const reach = 2;

export interface OpenToken {
	readonly pages: TokenPages;
	/** Null while none is open. */
	readonly tokenNumber: number | null;
	/** Undefined while it is being fetched, and when there is none of that number. */
	readonly token: CollectionToken | undefined;
	readonly isMissing: boolean;
	/** Why it, or the one that is gone to, was not fetched; null while nothing failed. */
	readonly failure: { readonly message: string; readonly retry: () => void } | null;
	/** Its place in the order on show; null where that does not hold it or has not been fetched so far. */
	readonly place: number | null;
	/** Position and length of the row that the arrows walk: the order on show, or the whole collection by number. */
	readonly index: number;
	readonly count: number;
	readonly show: (tokenNumber: number, place: number) => void;
	/** Goes to a position between 0 and `count` - 1, as soon as it has been fetched. */
	readonly showAt: (index: number) => void;
	readonly neighbours: readonly CollectionToken[];
}

interface Seat {
	readonly tokenNumber: number;
	readonly place: number;
}

const isWhole = ({ query, traits }: TokenSearch) => query === '' && Object.keys(traits).length === 0;

/** Where a picture stands in that order, as far as that can be known without looking. */
function guessPlace(search: TokenSearch, tokenNumber: number, rank: number | undefined): number | null {
	if (!isWhole(search)) return null;
	return search.sort === 'number' ? tokenNumber - 1 : rank === undefined ? null : rank - 1;
}

interface Fetched {
	readonly error: { readonly message: string } | null;
	readonly refetch: () => unknown;
}

const toFailure = ({ error, refetch }: Fetched): OpenToken['failure'] =>
	error === null ? null : { message: error.message, retry: () => void refetch() };

/** The pages of pictures in view, and the picture that the address names. */
export function useOpenToken(
	collection: Collection,
	search: TokenSearch,
	{ imageId, onShow }: ImageView,
	range: { readonly from: number; readonly to: number },
): OpenToken {
	const tokenNumber = imageId === null ? null : Number(imageId);
	const [seat, setSeat] = useState<Seat | null>(null);
	const [comingPlace, setComingPlace] = useState<number | null>(null);
	const alone = trpc.merge.tokens.useQuery(
		{ collectionId: collection.id, offset: (tokenNumber ?? 1) - 1, limit: 1 },
		{ enabled: tokenNumber !== null && seat?.tokenNumber !== tokenNumber, staleTime: Number.POSITIVE_INFINITY },
	);
	const tokenAlone = alone.data?.tokens.find((token) => token.tokenNumber === tokenNumber);
	const near =
		tokenNumber === null
			? null
			: seat?.tokenNumber === tokenNumber
				? seat.place
				: guessPlace(search, tokenNumber, tokenAlone?.rarityRank);
	const pages = useTokenPages(collection.id, search, [
		range.from,
		range.to,
		...(near === null ? [] : [near - reach, near, near + reach]),
		...(comingPlace === null ? [] : [comingPlace]),
	]);
	const place = tokenNumber === null ? null : pages.placeOf(tokenNumber);
	const token = place === null ? tokenAlone : pages.tokenAt(place);
	const index = place ?? (tokenNumber ?? 1) - 1;
	const coming = comingPlace === null ? undefined : pages.tokenAt(comingPlace);
	const isComing = comingPlace !== null && coming === undefined;

	function show(number: number, at: number) {
		setSeat({ tokenNumber: number, place: at });
		onShow(String(number));
	}
	useEffect(() => {
		if (coming === undefined || comingPlace === null) return;
		setComingPlace(null);
		// Closed while it was on its way.
		if (tokenNumber !== null) show(coming.tokenNumber, comingPlace);
	});

	return {
		pages,
		tokenNumber,
		token,
		isMissing:
			tokenNumber !== null && token === undefined && (alone.data !== undefined || tokenNumber > collection.imageCount),
		failure: isComing ? toFailure(pages) : token === undefined ? toFailure(alone) : null,
		place,
		index,
		count: place === null ? collection.imageCount : (pages.total ?? 0),
		show,
		showAt(target) {
			if (place === null) onShow(String(target + 1));
			else setComingPlace(target);
		},
		neighbours:
			place === null
				? []
				: Array.from({ length: 2 * reach + 1 }, (_, step) => pages.tokenAt(place - reach + step)).filter(
						(neighbour) => neighbour !== undefined,
					),
	};
}
