import { newTraceId } from '../base/trace.ts'

/** W3C Trace Context; ids of zeros and version ff are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/** Trace id of a request in responses, logs and history: the one of its `traceparent` header, else our own, short enough to read out. */
export const traceIdOf = (traceparent: string | string[] | undefined): string => (typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined) ?? newTraceId()
