import clsx from 'clsx';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { FieldError } from './field.tsx';

export interface NumberCellProps {
	readonly label: string;
	readonly placeholder: string;
	readonly step: number | 'any';
	/** The largest number that is allowed; a million unless given. */
	readonly max?: number | undefined;
	readonly value: number | null;
	readonly onValue: (value: number | null) => void;
	/** Tells whether something stands there that is not allowed, as that changes; a field that goes takes it along. */
	readonly onWrong?: (isWrong: boolean) => void;
}

const usualMax = 1_000_000;

/** Keeps what is being typed; reports numbers that are allowed, and null for an empty cell and for others, of which it says what is. */
export function NumberField({ label, placeholder, step, max = usualMax, value, onValue, onWrong }: NumberCellProps) {
	const [text, setText] = useState(value === null ? '' : String(value));
	const lastReported = useRef(value);
	const errorId = useId();
	useEffect(() => {
		if (lastReported.current === value) return;
		lastReported.current = value;
		setText(value === null ? '' : String(value));
	}, [value]);

	const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));
	const isAllowed = (number: number | null) =>
		number === null || (number >= 0 && number <= max && (step === 'any' || Number.isInteger(number)));
	const error = isAllowed(numberOf(text)) ? undefined : formatRange(step, max);

	// Also where the value is set from elsewhere.
	const isWrong = error !== undefined;
	const tell = useEffectEvent((wrong: boolean) => onWrong?.(wrong));
	useEffect(() => {
		if (!isWrong) return;
		tell(true);
		return () => tell(false);
	}, [isWrong]);

	function type(next: string) {
		setText(next);
		const typed = numberOf(next);
		// What is not allowed takes the place of the number before it.
		const number = isAllowed(typed) ? typed : null;
		if (number === lastReported.current) return;
		lastReported.current = number;
		onValue(number);
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
