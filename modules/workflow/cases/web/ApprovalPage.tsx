export { default } from './public/Approvals.tsx'
