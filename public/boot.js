// Before the first paint: mode and language this browser used last (see kernel/web/theme/config.ts).
try {
  const style = JSON.parse(localStorage.getItem('ql-themeConfigStyle')).content
  document.documentElement.dataset.theme = style.mode
  document.documentElement.lang = { 'zh-tw': 'zh-TW', en: 'en' }[style.language] || 'zh-CN'
} catch {
  // first visit
}
// Somebody signed in: what draws the shell and its lists comes beside the program that will ask for it (see scripts/vite-ahead.ts).
try {
  if (localStorage.getItem('qlAdmin-accessToken')) {
    for (const href of document.currentScript.dataset.ahead.split(' ')) {
      const link = document.createElement('link')
      link.rel = href.endsWith('.js') ? 'modulepreload' : 'preload'
      if (link.rel === 'preload') link.as = 'style'
      // as the program will ask for it, or it is fetched twice
      link.crossOrigin = ''
      link.href = href
      document.head.append(link)
    }
  }
} catch {
  // it comes when it is asked for
}
