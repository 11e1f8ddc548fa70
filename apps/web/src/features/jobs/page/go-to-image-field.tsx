import { Button } from '@adx/ui/controls/button';
import { type RefObject, type SubmitEvent, useState } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import type { ImageGridHandle } from './image-grid.tsx';

export interface GoToProps {
	readonly entries: readonly (JobImage | undefined)[];
	readonly grid: RefObject<ImageGridHandle | null>;
}

/** Leads to an image by its number. */
export function GoToImageField({ entries, grid }: GoToProps) {
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string | null>(null);

	function submit(event: SubmitEvent) {
		event.preventDefault();
		const digits = text.trim().replace(/^#/, '');
		if (!/^\d+$/.test(digits)) return setProblem('Enter a number');
		const number = Number(digits);
		const found = entries.findIndex((image) => image?.tokenNumber === number);
		// An image that is not fetched yet stands at the position of its number.
		const place = found >= 0 ? found : entries[number - 1] === undefined ? number - 1 : -1;
		const isThere = Number.isInteger(number) && place >= 0 && place < entries.length;
		setProblem(isThere ? null : `There is no #${digits} here`);
		if (isThere) grid.current?.goTo(place);
	}

	return (
		<form onSubmit={submit} className="flex items-end gap-1.5">
			<label className="grid gap-1 text-sm text-text-2">
				Go to #
				<input
					inputMode="numeric"
					value={text}
					onChange={(event) => setText(event.target.value)}
					autoComplete="off"
					aria-describedby={problem === null ? undefined : 'go-to-problem'}
					aria-invalid={problem === null ? undefined : true}
					className="control-height w-20 rounded-sm border border-line bg-surface-2 px-2 text-text"
				/>
			</label>
			<Button type="submit">Go</Button>
			{problem === null ? null : (
				<p id="go-to-problem" role="alert" className="self-center text-sm text-ember-text">
					{problem}
				</p>
			)}
		</form>
	);
}
