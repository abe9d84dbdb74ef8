/** The page that the explorer lives in; its script draws everything. */
export const indexPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>kripke explore</title>
<link rel="stylesheet" href="style.css">
<script type="module" src="app.js"></script>
</head>
<body class="explorer">
<noscript>This page needs JavaScript, which comes from this machine.</noscript>
</body>
</html>
`;
