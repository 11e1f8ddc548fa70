/** A part of a list. */
export interface ListPage {
	/** Id of the row after which it begins; without one it begins with the first. */
	readonly after?: string | undefined;
	/** Rows that are passed over from there on. */
	readonly from: number;
	readonly limit: number;
}
