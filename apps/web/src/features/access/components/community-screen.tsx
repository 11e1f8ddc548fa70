import { Badge } from '@adx/ui/badge';
import { Button } from '@adx/ui/button';
import { Card } from '@adx/ui/card';
import { showToast } from '@adx/ui/toast-store';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useAccess } from './access-provider.tsx';
import { GateScreen } from './gate-screen.tsx';
import { PasswordForm } from './password-form.tsx';

const qualifyingRoles = ['Acolyte', 'Master', 'Intent Master', 'Grand Master', 'Wizard', 'Community'];

export function CommunityScreen({ onBack }: { readonly onBack: () => void }) {
	const { grant } = useAccess();
	const [isBypassOpen, setBypassOpen] = useState(false);
	return (
		<GateScreen
			title="Community Access"
			text="Connect your Discord account to access the platform"
			back={{ label: 'Back to Role Selection', onClick: onBack }}
		>
			<Card>
				<p className="mb-2 text-sm text-text-2">Any of these roles opens the platform:</p>
				<ul aria-label="Qualifying roles" className="flex flex-wrap gap-2">
					{qualifyingRoles.map((role) => (
						<li key={role}>
							<Badge>{role}</Badge>
						</li>
					))}
				</ul>
				<p className="mt-4 text-sm text-text-2">
					Signing in through Discord is not connected on this server yet. Ask your community for the bypass password.
				</p>
				<div aria-hidden className="my-5 flex items-center gap-3 text-sm text-text-3">
					<span className="h-px grow bg-border" />
					Or
					<span className="h-px grow bg-border" />
				</div>
				{isBypassOpen ? (
					<PasswordForm
						kind="community"
						label="Discord bypass password"
						submitLabel="Access Platform"
						wrongPassword="The Discord bypass password you entered is incorrect"
						onGranted={(check) => {
							grant('discord', check);
							showToast({ title: 'Access Granted', description: 'Discord bypass activated', tone: 'success' });
						}}
					>
						<Button onClick={() => setBypassOpen(false)}>Cancel</Button>
					</PasswordForm>
				) : (
					<Button
						className="w-full"
						onClick={() => setBypassOpen(true)}
						icon={<KeyRound aria-hidden className="size-4" />}
					>
						Discord Bypass Password
					</Button>
				)}
			</Card>
		</GateScreen>
	);
}
