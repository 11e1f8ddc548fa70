import { Button } from '@adx/ui/controls/button';
import { CornerDownLeft } from 'lucide-react';
import { useId, useState } from 'react';
import { useProblem } from '../../../lib/hooks/use-problem.ts';
import { galleryTexts } from '../gallery-texts.ts';

const texts = galleryTexts.tokens;

export interface GoToFieldProps {
	/** The highest number there is. */
	readonly max: number;
	/** What is on show, as plain data: a number that was refused there is no matter for the next view. */
	readonly view: unknown;
	readonly onGoTo: (tokenNumber: number) => void;
}

/** Opens the picture whose number is typed, whatever is searched and chosen. */
export function GoToTokenField({ max, view, onGoTo }: GoToFieldProps) {
	const [text, setText] = useState('');
	const [problem, setProblem] = useProblem({ view });
	const range = texts.goToRange(max);
	const [id, problemId] = [useId(), useId()];
	return (
		<form
			noValidate
			className="relative"
			onSubmit={(event) => {
				event.preventDefault();
				if (text.trim() === '') return;
				const tokenNumber = Number(text);
				if (!Number.isInteger(tokenNumber) || tokenNumber < 1 || tokenNumber > max) {
					setProblem(galleryTexts.lightbox.missing);
					return;
				}
				onGoTo(tokenNumber);
				setText('');
			}}
		>
			<label htmlFor={id} className="mb-1 block text-sm text-text-2">
				{texts.goTo}
			</label>
			<span className="flex gap-1">
				<input
					id={id}
					type="number"
					min={1}
					max={max}
					step={1}
					inputMode="numeric"
					enterKeyHint="go"
					placeholder={range}
					value={text}
					onChange={({ target }) => {
						setText(target.value);
						setProblem(null);
					}}
					aria-invalid={problem === null ? undefined : true}
					aria-describedby={problem === null ? undefined : problemId}
					// Of the characters the dash alone is wider than a digit; beside them a browser may draw its arrows.
					style={{ width: `calc(${range.length + 1}ch + 2.25rem)` }}
					className="figures control-height min-w-24 rounded-sm border border-line bg-surface-2 px-2 text-text placeholder:text-text-3"
				/>
				<Button
					type="submit"
					className="px-3!"
					aria-label={texts.goToThis}
					icon={<CornerDownLeft aria-hidden className="size-4" />}
				/>
				{problem === null ? null : (
					<p
						id={problemId}
						role="alert"
						// Over what is below: in the line it would move every other control.
						className="absolute top-full left-0 z-1 mt-1 w-max max-w-48 rounded-sm border border-ember-text bg-surface-1 px-2 py-1 text-sm text-ember-text shadow-pop lg:max-w-none"
					>
						{problem}
					</p>
				)}
			</span>
		</form>
	);
}
