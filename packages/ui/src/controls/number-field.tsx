import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldError } from './field.tsx';

export interface NumberCellProps {
	readonly label: string;
	readonly placeholder: string;
	readonly step: number | 'any';
	/** The largest number that is allowed; a million unless given. */
	readonly max?: number | undefined;
	readonly value: number | null;
	readonly onValue: (value: number | null) => void;
	/** What was typed and is not allowed, which the owner keeps; it stands there as long as there is no value. */
	readonly wrongText: string | null;
	/** Gets it as it changes; null for nothing wrong. */
	readonly onWrongText: (text: string | null) => void;
}

const usualMax = 1_000_000;

/** Keeps what is being typed; reports numbers that are allowed, and null for an empty cell and for others, of which it says what is. */
export function NumberField(props: NumberCellProps) {
	const { label, placeholder, step, max = usualMax, value, onValue, wrongText, onWrongText } = props;
	const given = value === null ? (wrongText ?? '') : String(value);
	const [text, setText] = useState(given);
	/** What the owner knows to stand there. */
	const known = useRef({ given, value, wrongText });
	const errorId = useId();
	useEffect(() => {
		if (known.current.given === given) return;
		known.current = { given, value, wrongText };
		setText(given);
	}, [given, value, wrongText]);

	const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));
	const isAllowed = (number: number | null) =>
		number === null || (number >= 0 && number <= max && (step === 'any' || Number.isInteger(number)));
	const error = isAllowed(numberOf(text)) ? undefined : formatRange(step, max);

	function type(next: string) {
		setText(next);
		const before = known.current;
		const number = numberOf(next);
		known.current = isAllowed(number)
			? { given: number === null ? '' : String(number), value: number, wrongText: null }
			: // What is not allowed takes the place of the number before it.
				{ given: next, value: null, wrongText: next };
		if (known.current.value !== before.value) onValue(known.current.value);
		if (known.current.wrongText !== before.wrongText) onWrongText(known.current.wrongText);
	}

	return (
		<div className="w-full min-w-0">
			<input
				type="number"
				aria-label={label}
				aria-invalid={error === undefined ? undefined : true}
				aria-describedby={error === undefined ? undefined : errorId}
				min={0}
				max={max}
				step={step}
				inputMode={step === 'any' ? 'decimal' : 'numeric'}
				placeholder={placeholder}
				value={text}
				onChange={(event) => type(event.target.value)}
				className={clsx(
					'figures h-8 w-full rounded-sm border bg-surface-2 px-2 text-right placeholder:text-text-3 pointer-coarse:h-11',
					error === undefined ? 'border-line' : 'border-ember-text',
				)}
			/>
			<FieldError id={errorId}>{error}</FieldError>
		</div>
	);
}

/** Only for what is wrong: the first number that a page writes by `Intl` costs it tens of milliseconds. */
const formatRange = (step: number | 'any', max: number) =>
	`${step === 'any' ? 'Number' : 'Whole number'} from 0 to ${max.toLocaleString('en')}`;
