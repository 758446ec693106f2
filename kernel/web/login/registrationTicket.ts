import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { solveWork, type WorkChallenge } from './proofOfWork.ts'

/** Ticket with which somebody without an account may request one SMS code. */
export const registrationTicket = async (tenantId: string): Promise<string> => solveWork(await get<WorkChallenge>(port('registrationTicket'), { tenantId }, { quiet: true }))
