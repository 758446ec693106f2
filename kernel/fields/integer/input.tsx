export { input } from '../decimal/input.tsx'
