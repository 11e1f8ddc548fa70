import { Button } from '@adx/ui/button';
import { Card } from '@adx/ui/card';
import { keepToastForReload } from '../../../lib/toast-after-reload.ts';
import { useAccess } from './access-provider.tsx';
import { GateScreen } from './gate-screen.tsx';
import { PasswordForm } from './password-form.tsx';

export interface DeveloperScreenProps {
	readonly onOtherOptions: () => void;
	readonly reload: () => void;
}

export function DeveloperScreen({ onOtherOptions, reload }: DeveloperScreenProps) {
	const { grant } = useAccess();
	return (
		<GateScreen title="Developer Access" text="Enter your developer password to access advanced features">
			<Card>
				<PasswordForm
					kind="developer"
					label="Developer password"
					submitLabel="Access Developer Tools"
					wrongPassword="The developer password you entered is incorrect"
					onGranted={(check) => {
						keepToastForReload('Developer Access Granted', 'NFT minting features are now enabled!');
						grant('mage', check);
						reload();
					}}
				/>
			</Card>
			<div className="mt-6 text-center">
				<Button tone="ghost" onClick={onOtherOptions}>
					Other Access Options
				</Button>
			</div>
		</GateScreen>
	);
}
