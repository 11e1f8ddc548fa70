import { useEffect, useRef, useState } from 'react';

export interface NumberCellProps {
	readonly label: string;
	readonly placeholder: string;
	readonly step: number | 'any';
	readonly value: number | null;
	readonly onValue: (value: number | null) => void;
}

/** Keeps what is being typed; tells only numbers that can be meant, and null for an empty cell. */
export function NumberCell({ label, placeholder, step, value, onValue }: NumberCellProps) {
	const [text, setText] = useState(value === null ? '' : String(value));
	const told = useRef(value);
	useEffect(() => {
		if (told.current === value) return;
		told.current = value;
		setText(value === null ? '' : String(value));
	}, [value]);

	function type(next: string) {
		setText(next);
		const number = next.trim() === '' ? null : Number(next);
		const isMeant = number === null || (number >= 0 && number <= 1e6 && (step === 'any' || Number.isInteger(number)));
		if (!isMeant || number === told.current) return;
		told.current = number;
		onValue(number);
	}

	return (
		<input
			type="number"
			aria-label={label}
			min={0}
			step={step}
			inputMode={step === 'any' ? 'decimal' : 'numeric'}
			placeholder={placeholder}
			value={text}
			onChange={(event) => type(event.target.value)}
			className="figures h-8 w-full rounded-sm border border-line bg-surface-2 px-2 text-right placeholder:text-text-3 pointer-coarse:h-11"
		/>
	);
}
