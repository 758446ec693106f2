export { input } from '../text/input.tsx'
