import { Button } from '@adx/ui/controls/button';
import { CornerDownLeft } from 'lucide-react';
import { useId, useState } from 'react';
import { galleryTexts } from '../gallery-texts.ts';

const texts = galleryTexts.tokens;

export interface GoToFieldProps {
	/** The highest number there is. */
	readonly max: number;
	readonly onGoTo: (tokenNumber: number) => void;
}

/** Opens the picture whose number is typed, whatever is searched and chosen. */
export function GoToTokenField({ max, onGoTo }: GoToFieldProps) {
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string | null>(null);
	const [id, problemId] = [useId(), useId()];
	return (
		<form
			noValidate
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
					placeholder={texts.goToRange(max)}
					value={text}
					onChange={({ target }) => {
						setText(target.value);
						setProblem(null);
					}}
					aria-invalid={problem === null ? undefined : true}
					aria-describedby={problem === null ? undefined : problemId}
					className="figures control-height w-24 rounded-sm border border-line bg-surface-2 px-2 text-text placeholder:text-text-3"
				/>
				<Button
					type="submit"
					className="px-3!"
					aria-label={texts.goToThis}
					icon={<CornerDownLeft aria-hidden className="size-4" />}
				/>
				{problem === null ? null : (
					<p id={problemId} role="alert" className="max-w-40 self-center text-sm text-ember-text">
						{problem}
					</p>
				)}
			</span>
		</form>
	);
}
