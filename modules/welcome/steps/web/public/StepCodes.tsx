export { CodesInput } from '../batch/step-inputs.tsx'
