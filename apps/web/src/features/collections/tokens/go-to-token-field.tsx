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
	const id = useId();
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (text.trim() === '' || !Number.isFinite(Number(text))) return;
				// Beyond the ends are the ends.
				onGoTo(Math.min(max, Math.max(1, Math.round(Number(text)))));
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
					onChange={({ target }) => setText(target.value)}
					className="figures control-height w-24 rounded-sm border border-line bg-surface-2 px-2 text-text placeholder:text-text-3"
				/>
				<Button
					type="submit"
					className="px-3!"
					aria-label={texts.goToThis}
					icon={<CornerDownLeft aria-hidden className="size-4" />}
				/>
			</span>
		</form>
	);
}
