/** Signal with which a process that cleans files ends itself when it takes too much memory. */
export const TOO_MUCH_MEMORY = 'SIGUSR2'
