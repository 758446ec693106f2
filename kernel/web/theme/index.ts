export { chartColors } from './antd.ts'
export { chooseTheme, DEFAULT_PRIMARY, DEFAULTS, type OwnChoice, resetTheme, setSchoolTheme, type ThemeConfiguration, theme } from './config.ts'
