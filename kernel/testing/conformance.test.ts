import { conformance } from './conformance.ts'
import { testRegistry } from './database.ts'

conformance(await testRegistry())
