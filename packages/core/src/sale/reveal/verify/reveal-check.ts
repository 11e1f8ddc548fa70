/** One thing that was looked at. `failed` contradicts the claim; `unchecked` could not be looked at, or cannot be known. */
export interface RevealCheck {
	readonly result: 'ok' | 'failed' | 'unchecked';
	/** A line for the reader. */
	readonly text: string;
}

export const ok = (text: string): RevealCheck => ({ result: 'ok', text });
export const failed = (text: string): RevealCheck => ({ result: 'failed', text });
export const unchecked = (text: string): RevealCheck => ({ result: 'unchecked', text });
