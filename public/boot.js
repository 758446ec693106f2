// Runs before the program and in browsers that cannot run it: plain ES5, so that every one of them gets as far as the sentence below.
/* biome-ignore-all lint: ES5 */
var script = document.currentScript
var isTooOld = !('noModule' in script) || typeof AbortSignal !== 'function' || !AbortSignal.timeout || !Object.hasOwn

// Mode and language this browser used last (see kernel/web/theme/config.ts).
try {
  var style = JSON.parse(localStorage.getItem('ql-themeConfigStyle')).content
  document.documentElement.setAttribute('data-theme', style.mode)
  document.documentElement.lang = { 'zh-tw': 'zh-TW', en: 'en' }[style.language] || 'zh-CN'
} catch (e) {
  // first visit
}
if (isTooOld) {
  // the comment swallows what follows of the page, the program included
  document.write(
    '</head><body><div id="loading"><p class="too-old" role="alert">您的浏览器版本过低，无法打开本平台。请使用新版的 Chrome、Edge、Firefox，或 iOS 16 及以上版本的 Safari。' +
      '<br><br>This browser is too old for this platform. Please use a current Chrome, Edge or Firefox, or Safari on iOS 16 or later.</p></div><!--',
  )
} else {
  // Functions that this browser lacks are filled in before the program runs: module scripts run in the order in which they stand.
  if (!Map.groupBy || !Object.groupBy || !URL.canParse || !('size' in URLSearchParams.prototype) || ![].toSorted)
    document.write('<script type="module" crossorigin src="' + script.getAttribute('data-older') + '"></' + 'script>')
  var early = function (href) {
    var link = document.createElement('link')
    link.rel = /\.js$/.test(href) ? 'modulepreload' : 'preload'
    if (link.rel === 'preload') link.as = /\.css$/.test(href) ? 'style' : 'fetch'
    // as the program will ask for it, or it is fetched twice
    link.crossOrigin = ''
    link.href = href
    document.head.appendChild(link)
  }
  // What the program asks for as soon as it runs comes beside it (see scripts/vite-modules.ts).
  if (script.getAttribute('data-routes')) early(script.getAttribute('data-routes'))
  if (style && script.getAttribute('data-texts-' + { 'zh-tw': 'tw', en: 'en' }[style.language]))
    early(script.getAttribute('data-texts-' + { 'zh-tw': 'tw', en: 'en' }[style.language]))
  // Somebody signed in: what draws the shell and its lists, too (see scripts/vite-prefetch.ts).
  try {
    if (localStorage.getItem('qlAdmin-accessToken')) script.getAttribute('data-ahead').split(' ').forEach(early)
  } catch (e) {
    // it comes when it is asked for
  }
}
