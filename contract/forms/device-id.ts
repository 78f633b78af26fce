/** The device id of a visitor who consented: an MD5 hash, a hyphen, a random UUID (specification, section 3). */
export const deviceIdPattern = /^[\da-f]{32}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
