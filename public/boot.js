// Runs before the program, also in browsers that cannot run it: plain ES5, so that each of them can show the message below.
/* biome-ignore-all lint: ES5 */
var script = document.currentScript
var isTooOld = !('noModule' in script) || typeof AbortSignal !== 'function' || !AbortSignal.timeout || !Object.hasOwn

// Mode and language last used in this browser (see kernel/web/theme/config.ts).
try {
  var style = JSON.parse(localStorage.getItem('ql-themeConfigStyle')).content
  document.documentElement.setAttribute('data-theme', style.mode)
  document.documentElement.lang = { 'zh-tw': 'zh-TW', en: 'en' }[style.language] || 'zh-CN'
} catch (e) {
  // first visit
}
if (isTooOld) {
  // unclosed comment: hides the rest of the page, including the program, from the parser
  document.write(
    '</head><body><div id="loading"><p class="too-old" role="alert">您的浏览器版本过低，无法打开本平台。请使用新版的 Chrome、Edge、Firefox，或 iOS 16 及以上版本的 Safari。' +
      '<br><br>This browser is too old for this platform. Please use a current Chrome, Edge or Firefox, or Safari on iOS 16 or later.</p></div><!--',
  )
} else {
  // Load polyfills the browser needs; module scripts run in document order, so they precede the program.
  if (!Map.groupBy || !Object.groupBy || !URL.canParse || !('size' in URLSearchParams.prototype) || ![].toSorted)
    document.write('<script type="module" crossorigin src="' + script.getAttribute('data-older') + '"></' + 'script>')
  var early = function (href) {
    var link = document.createElement('link')
    link.rel = /\.js$/.test(href) ? 'modulepreload' : 'preload'
    if (link.rel === 'preload') link.as = /\.css$/.test(href) ? 'style' : 'fetch'
    // same mode as the program's request, or the preload is not reused
    link.crossOrigin = ''
    link.href = href
    document.head.appendChild(link)
  }
  // Preload what the program requests at its start (see scripts/vite-modules.ts).
  if (script.getAttribute('data-routes')) early(script.getAttribute('data-routes'))
  if (style && script.getAttribute('data-texts-' + { 'zh-tw': 'tw', en: 'en' }[style.language]))
    early(script.getAttribute('data-texts-' + { 'zh-tw': 'tw', en: 'en' }[style.language]))
  // Signed in: also preload the shell and list components (see scripts/vite-prefetch.ts).
  try {
    if (localStorage.getItem('qlAdmin-accessToken'))
      script
        .getAttribute('data-ahead')
        .split(' ')
        .filter(function (file) {
          // the home page has no list
          return !/^\/(index)?$/.test(location.pathname) || !/\/records-/.test(file)
        })
        .forEach(early)
  } catch (e) {
    // loaded on demand instead
  }
}
