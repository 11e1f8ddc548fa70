import { LightboxBar } from '@adx/ui/images/lightbox-bar';
import { ShortcutButton } from '@adx/ui/keyboard/shortcut-button';
import { Check } from 'lucide-react';
import type { TokenShortcuts } from './token-lightbox-keys.ts';

export interface TokenBarProps {
	readonly name: string;
	/** '4 of 120'. */
	readonly place: string;
	readonly isSelected: boolean;
	readonly keys: TokenShortcuts;
}

export function TokenLightboxBar({ name, place, isSelected, keys }: TokenBarProps) {
	return (
		<LightboxBar
			title={
				<>
					<span className="mr-3 font-semibold">{name}</span>
					<span className="whitespace-nowrap text-text-2">{place}</span>
				</>
			}
			keys={keys}
			details={keys.about}
			oneRowFrom="lg"
		>
			<ShortcutButton
				shortcut={keys.select}
				aria-pressed={isSelected}
				icon={<Check aria-hidden className={`size-4 ${isSelected ? 'text-primary' : ''}`} />}
			/>
		</LightboxBar>
	);
}
