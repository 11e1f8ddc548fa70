import { Code, Hammer, Users } from 'lucide-react';
import { accessTexts } from './access-texts.ts';
import { GateScreen } from './gate-screen.tsx';

const texts = accessTexts.roles;

export type GateRole = 'creator' | 'community' | 'developer';

const paths = [
	{ role: 'creator', Icon: Hammer },
	{ role: 'community', Icon: Users },
	{ role: 'developer', Icon: Code },
] as const;

export function RoleSelection({ onChoose }: { readonly onChoose: (role: GateRole) => void }) {
	return (
		<GateScreen wide title={texts.title} text={texts.text}>
			<ul className="grid gap-4 sm:grid-cols-3">
				{paths.map(({ role, Icon }) => (
					<li key={role}>
						<button
							type="button"
							onClick={() => onChoose(role)}
							className="flex size-full items-center gap-4 rounded-lg border border-border bg-surface-1 p-5 text-left shadow-card transition-colors duration-[120ms] hover:border-primary hover:bg-surface-2 sm:flex-col sm:py-8 sm:text-center"
						>
							<Icon aria-hidden className="size-9 shrink-0 text-primary" strokeWidth={1.5} />
							<span>
								<span className="block text-lg font-semibold text-text">{texts[role].label}</span>{' '}
								<span className="mt-1 block text-text-2">{texts[role].text}</span>
							</span>
						</button>
					</li>
				))}
			</ul>
		</GateScreen>
	);
}
