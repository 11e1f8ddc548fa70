import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface FileButtonProps extends Omit<ButtonProps, 'ref' | 'onClick'> {
	/** Names the field behind the button. */
	readonly inputLabel: string;
	/** Which files the browser's dialog offers. */
	readonly accept: string;
	readonly onFile: (file: File) => void;
}

/** A button that opens the browser's own dialog for one file, in place of the browser's field for it. */
export function FileButton({ inputLabel, accept, onFile, ...rest }: FileButtonProps) {
	const input = useRef<HTMLInputElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	return (
		<>
			<Button ref={button} {...rest} onClick={() => input.current?.click()} />
			<input
				ref={input}
				type="file"
				accept={accept}
				aria-label={inputLabel}
				tabIndex={-1}
				className="sr-only"
				onChange={({ target }) => {
					const file = target.files?.[0];
					// Choosing the same file again must be news.
					target.value = '';
					// The field is not to be seen: the focus returns to the button, also once what is opened now is closed.
					button.current?.focus();
					if (file !== undefined) onFile(file);
				}}
			/>
		</>
	);
}
