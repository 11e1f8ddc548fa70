import { Code, Hammer, Users } from 'lucide-react';
import { GateScreen } from './gate-screen.tsx';

export type GateRole = 'creator' | 'community' | 'developer';

const paths = [
	{ role: 'creator', label: 'I am a creator', text: 'Build NFT collections', Icon: Hammer },
	{ role: 'community', label: 'I am a community member', text: 'Connect with Discord', Icon: Users },
	{ role: 'developer', label: 'I am a developer', text: 'Access developer tools', Icon: Code },
] as const;

export function RoleSelection({ onChoose }: { readonly onChoose: (role: GateRole) => void }) {
	return (
		<GateScreen wide title="Welcome to the ADX Realm" text="Choose your path to begin your journey">
			<ul className="grid gap-4 sm:grid-cols-3">
				{paths.map(({ role, label, text, Icon }) => (
					<li key={role}>
						<button
							type="button"
							onClick={() => onChoose(role)}
							className="flex size-full items-center gap-4 rounded-lg border border-border bg-surface-1 p-5 text-left shadow-card transition-colors duration-[120ms] hover:border-primary hover:bg-surface-2 sm:flex-col sm:py-8 sm:text-center"
						>
							<Icon aria-hidden className="size-9 shrink-0 text-primary" strokeWidth={1.5} />
							<span>
								<span className="block text-lg font-semibold text-text">{label}</span>{' '}
								<span className="mt-1 block text-text-2">{text}</span>
							</span>
						</button>
					</li>
				))}
			</ul>
		</GateScreen>
	);
}
