// Runs before the first paint, so that a chosen theme never flashes; a file of its own because inline scripts are refused.
(() => {
	let theme = null;
	try {
		theme = localStorage.getItem('adx_theme');
	} catch {
		// A browser that refuses storage still gets its system's theme.
	}
	if (theme !== 'light' && theme !== 'dark') {
		theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
	}
	document.documentElement.dataset.theme = theme;
})();
