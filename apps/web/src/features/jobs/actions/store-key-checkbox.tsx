import type { KeyFormat } from '@adx/validators/engines/descriptor';
import { useState } from 'react';
import { isApiKeyStored, setStoreApiKey } from './engine-key.ts';

interface StoreKeyCheckboxProps {
	readonly noun?: KeyFormat['noun'] | undefined;
	readonly disabled?: boolean;
}

/** Whether this browser keeps keys of engines; takes effect at once. */
export function StoreKeyCheckbox({ noun = 'key', disabled }: StoreKeyCheckboxProps) {
	const [keepsKey, setKeepsKey] = useState(isApiKeyStored);
	return (
		<label className="flex items-center gap-2 text-sm text-text-2 pointer-coarse:min-h-11">
			<input
				type="checkbox"
				className="size-4 accent-primary"
				disabled={disabled}
				checked={keepsKey}
				onChange={(event) => {
					setKeepsKey(event.target.checked);
					setStoreApiKey(event.target.checked);
				}}
			/>
			Keep the {noun} in this browser
		</label>
	);
}
