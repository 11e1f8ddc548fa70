import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebouncedValue } from '../hooks/use-debounced-value.ts';

export interface SearchFieldProps {
	readonly label: string;
	readonly placeholder: string;
	readonly value: string;
	/** Called when typing has rested. */
	readonly onChange: (value: string) => void;
	readonly className?: string;
}

/** A search box whose text goes out when typing rests, and follows what is changed elsewhere, such as by Back. */
export function SearchField({ label, placeholder, value, onChange, className }: SearchFieldProps) {
	const [text, setText] = useState(value);
	const rested = useDebouncedValue(text).trim();
	const sent = useRef(value);
	const send = useEffectEvent(onChange);
	useEffect(() => {
		if (rested === sent.current) return;
		sent.current = rested;
		send(rested);
	}, [rested]);
	useEffect(() => {
		if (value === sent.current) return;
		sent.current = value;
		setText(value);
	}, [value]);
	return (
		<label className={clsx('grid min-w-0 gap-1 text-sm text-text-2', className)}>
			{label}
			<span className="relative block">
				<Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2" />
				<input
					type="search"
					value={text}
					placeholder={placeholder}
					maxLength={100}
					onChange={(event) => setText(event.target.value)}
					className="control-height w-full min-w-0 rounded-sm border border-line bg-surface-2 pr-2 pl-8 text-text placeholder:text-text-3"
				/>
			</span>
		</label>
	);
}
