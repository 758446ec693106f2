/** Browser and system parsed from the User-Agent. The names are the same in every language. */
export interface DeviceName {
  browser: string
  system: string
}
/** Order matters: most user agents also contain the names of their ancestors. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/wxwork\/([\d.]+)/i, 'WeCom'],
  [/MicroMessenger\/([\d.]+)/i, 'WeChat'],
  [/DingTalk\/([\d.]+)/i, 'DingTalk'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/HuaweiBrowser\/([\d.]+)/, 'Huawei Browser'],
  [/QQBrowser\/(\d+)/, 'QQBrowser'],
  [/(?:FxiOS|Firefox)\/(\d+)/, 'Firefox'],
  [/(?:CriOS|HeadlessChrome|Chrome|Chromium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/Windows NT/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
/** Empty if the User-Agent is unknown. */
export function deviceOf(userAgent: string | null | undefined): DeviceName {
  const said = userAgent ?? ''
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const found = pattern.exec(said)
    return found ? [`${name} ${(found[1] ?? '').split('.')[0]}`.trim()] : []
  })[0]
  return { browser: browser ?? '', system: SYSTEMS.find(([pattern]) => pattern.test(said))?.[1] ?? '' }
}
