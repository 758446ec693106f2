/** The part of autocannon's API the driver uses. */
declare module 'autocannon' {
  interface Client {
    setRequests(requests: ReadonlyArray<{ method: string; path: string; headers: Readonly<Record<string, string>>; body?: string }>): void
  }
  interface Result {
    requests: { total: number }
    latency: { p50: number; p99: number }
    duration: number
    non2xx: number
    errors: number
    timeouts: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    timeout: number
    connectionRate?: number
    setupClient(client: Client): void
  }): Promise<Result>
}
