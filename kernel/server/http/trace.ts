import { newTraceId } from '../base/trace.ts'

/** W3C Trace Context; an id of zeros, and version ff, are none. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/** What a request is found by in answers, logs and history: the trace it belongs to where a proxy or caller names one in `traceparent`, else a number of our own, short enough to read out. */
export const traceIdOf = (traceparent: string | string[] | undefined): string => (typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined) ?? newTraceId()
