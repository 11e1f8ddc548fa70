import { createHash } from 'node:crypto';

/** The product, as pages name it in their titles. */
export const productName = 'ADX Realm';

/** What the picture of a page shows beside its cover. */
export interface OgCard {
	readonly title: string;
	/** Below the title; none for a page of nobody's. */
	readonly creator: string | null;
	/** What is offered there; null for a page that sells nothing. */
	readonly offer: Offer | null;
	/** Short facts for the card's last line. */
	readonly facts: readonly string[];
}

export interface Offer {
	/** E.g. '0.1 SOL' or 'Free'. */
	readonly price: string;
	/** E.g. 'On sale'. */
	readonly state: string;
	/** Whether it can be bought now. */
	readonly isOpen: boolean;
}

/** A page as its link may tell of it to anybody. */
export interface PageDescription {
	/** Its own address, the one that counts where several lead to it. */
	readonly path: string;
	/** A sentence or a few. */
	readonly text: string;
	readonly card: OgCard;
	/** The hash of the stored picture that is its cover. */
	readonly coverSha256: string | null;
	/** Whether other sites may embed it: it tells more than its name. */
	readonly isPublic: boolean;
}

/** To be counted up when the pictures are drawn otherwise: they are known by their address. */
const drawingVersion = 1;

/** Names what the picture of a page shows: 32 hexadecimal digits. */
export function toOgImageHash({ card, coverSha256 }: PageDescription): string {
	const shown = JSON.stringify([drawingVersion, card, coverSha256]);
	return createHash('sha256').update(shown).digest('hex').slice(0, 32);
}

/** The path of the picture of a page. */
export const toOgImagePath = (page: PageDescription) =>
	`/api/og-image/${toOgImageHash(page)}?page=${encodeURIComponent(page.path)}`;
